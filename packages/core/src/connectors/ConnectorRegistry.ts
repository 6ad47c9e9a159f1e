import type { Readable } from '../store/Store.ts'
import type { Connector } from './Connector.ts'

/** Wallets of one kind, in the order in which they announced themselves. */
export type ConnectorSource = Readable<readonly Connector[]> & {
  /** Listens from now on and asks wallets to announce themselves. Does nothing on a server. */
  discover: () => void
  find: (id: string) => Connector | undefined
  destroy: () => void
}

/** The wallets of this browser, in the order in which they announced themselves. */
export type ConnectorRegistry = ConnectorSource & {
  /** Ends when the wallets of every family that the app uses were asked; undefined while nobody is being asked. */
  looking: () => Promise<unknown> | undefined
  /** As `discover`, for a page that just loaded: nothing is fetched, so wallets whose code comes later do not count yet. */
  listen: () => void
  /**
   * The connector, as soon as it announces itself; undefined when it has not after the given milliseconds. Fetches its code.
   * @throws LatchkeyError `network_request_failed` when the code cannot be fetched
   */
  waitFor: (options: { id: string; milliseconds: number; signal: AbortSignal }) => Promise<Connector | undefined>
}
