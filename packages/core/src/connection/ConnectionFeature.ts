import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { PreferredAccountType, Providers } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'
import type { ConnectedAccount, ConnectionState } from './connectionState.ts'

/**
 * Connects, disconnects and reconnects wallets. Several wallets may be connected at once, and each network family uses one of them.
 *
 * @example
 * await latchkey.connection.reconnect()
 * const { address, chainId } = await latchkey.connection.connect({ connectorId: 'io.metamask' })
 * const provider = latchkey.connection.getProvider()
 * await provider?.request({ method: 'personal_sign', params: ['0x68690a', address] })
 */
export type ConnectionFeature = Readable<ConnectionState> & {
  /**
   * Asks a wallet to connect, and selects it. A second call replaces an open one. Connected wallets stay connected.
   * @param options.chainId the initial network, for wallets without a current network
   * @throws LatchkeyError `user_rejected`, `wallet_not_found`, `wallet_busy`, `wallet_timeout`, `wallet_failed`, `chain_required` (a
   *   connector of the app returned no network), `connection_missing` (the kit was destroyed)
   */
  connect: (options: { connectorId: string; chainId?: ChainId }) => Promise<ConnectedAccount>
  /** Cancels an open `connect`. The wallet's late answer is ignored. */
  cancel: () => void
  /**
   * Disconnects one wallet, all of a family, or all. They are not reconnected after a reload.
   * @throws LatchkeyError `disconnect_failed`
   */
  disconnect: (options?: { connectorId?: string | undefined; namespace?: ChainNamespace }) => Promise<void>
  /**
   * Restores the connections of the last visit, silently and independently, so that a slow or broken wallet does not delay others. The
   * provider calls it once on load.
   */
  reconnect: () => Promise<void>
  /** Selects a connected wallet. */
  select: (options: { connectorId: string }) => void
  /** Selects another address that the current wallet shares. */
  selectAddress: (options: { address: string }) => void
  /**
   * Switches between the EOA and the smart account. The wallet stores the choice for its current network, and the promise resolves after
   * the account has changed. On a network without smart accounts, the EOA is used; afterwards, the choice applies again.
   * @throws LatchkeyError `no_active_account`, `smart_account_unavailable`, and the errors of the wallet
   */
  setPreferredAccountType: (options: { type: PreferredAccountType }) => Promise<void>
  /** Lists the networks on which the current wallet has a smart account. @throws LatchkeyError the errors of the wallet */
  listSmartNetworks: () => Promise<readonly ChainId[]>
  /** Returns the provider of the family's selected wallet; default family: `eip155` (EIP-1193). */
  getProvider: <Namespace extends ChainNamespace = 'eip155'>(namespace?: Namespace) => Providers[Namespace] | undefined
}
