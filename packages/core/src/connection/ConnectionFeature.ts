import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'
import type { ConnectedAccount, ConnectionState } from './connectionState.ts'

/** Connect, disconnect and reconnect. */
export type ConnectionFeature = Readable<ConnectionState> & {
  /**
   * Asks a wallet to connect. A second call while one is open takes its place.
   * @throws LatchkeyError `user_rejected`, `wallet_not_found`, `wallet_busy`, `wallet_timeout`, `wallet_failed`
   */
  connect: (options: { connectorId: string }) => Promise<ConnectedAccount>
  /** Gives up a `connect` that is open; the wallet's late answer is ignored. */
  cancel: () => void
  /** Forgets the wallet; it is not reconnected on reload. @throws LatchkeyError `disconnect_failed` */
  disconnect: () => Promise<void>
  /** Restores the connection of the last visit, silently. Called once by the provider on load. */
  reconnect: () => Promise<void>
  /** Chooses another of the addresses that the wallet shared. */
  selectAddress: (options: { address: string }) => void
  /** The connected wallet's EIP-1193 provider. */
  getProvider: () => Eip1193Provider | undefined
}
