import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { PreferredAccountType, Providers } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'
import type { ConnectedAccount, ConnectionState } from './connectionState.ts'

/**
 * Connect, disconnect and reconnect; several wallets may be connected at once, and each family uses one.
 *
 * @example
 * await latchkey.connection.reconnect()
 * const { address, chainId } = await latchkey.connection.connect({ connectorId: 'io.metamask' })
 * const provider = latchkey.connection.getProvider()
 * await provider?.request({ method: 'personal_sign', params: ['0x68690a', address] })
 */
export type ConnectionFeature = Readable<ConnectionState> & {
  /**
   * Asks a wallet to connect; it is then the one in use. A second call while one is open takes its place. Wallets that are
   * connected stay so.
   * @param options.chainId the network to begin with, for wallets without one of their own
   * @throws LatchkeyError `user_rejected`, `wallet_not_found`, `wallet_busy`, `wallet_timeout`, `wallet_failed`,
   * `chain_required` (a connector of the app's own gave no network), `connection_missing` (the kit was destroyed)
   */
  connect: (options: { connectorId: string; chainId?: ChainId }) => Promise<ConnectedAccount>
  /** Gives up a `connect` that is open; the wallet's late answer is ignored. */
  cancel: () => void
  /**
   * Forgets a wallet, or all of a family, or all; they are not reconnected on reload.
   * @throws LatchkeyError `disconnect_failed`
   */
  disconnect: (options?: { connectorId?: string; namespace?: ChainNamespace }) => Promise<void>
  /**
   * Restores the connections of the last visit, silently, each by itself: a slow or broken wallet holds no other back.
   * Called once by the provider on load.
   */
  reconnect: () => Promise<void>
  /** Makes a connected wallet the one in use. */
  select: (options: { connectorId: string }) => void
  /** Chooses another of the addresses that the wallet in use shared. */
  selectAddress: (options: { address: string }) => void
  /**
   * Chooses between the plain account and the smart account; the wallet keeps the choice, for the network that it is on. By the time
   * that it ends the account in use is the one that was chosen. A network without smart accounts uses the plain one, and coming back
   * from it the choice counts again.
   * @throws LatchkeyError `no_active_account`, `smart_account_unavailable`, and what the wallet answers
   */
  setPreferredAccountType: (options: { type: PreferredAccountType }) => Promise<void>
  /** The networks on which the wallet in use has a smart account. @throws LatchkeyError what the wallet answers */
  listSmartNetworks: () => Promise<readonly ChainId[]>
  /** What the family's active wallet is asked through; `eip155` (EIP-1193) unless another family is named. */
  getProvider: <Namespace extends ChainNamespace = 'eip155'>(namespace?: Namespace) => Providers[Namespace] | undefined
}
