import type { Readable } from '../store/Store.ts'
import type { Connector } from './Connector.ts'

/** Wallets of one kind, in the order of their announcements. */
export type ConnectorSource = Readable<readonly Connector[]> & {
  /** Starts to listen, and asks wallets to announce themselves. Does nothing on a server. */
  discover: () => void
  find: (id: string) => Connector | undefined
  destroy: () => void
}

/** The wallets of this browser, in the order of their announcements. */
export type ConnectorRegistry = ConnectorSource & {
  /** Resolves when the wallets of all families of the app were asked; undefined if no search is running. */
  looking: () => Promise<unknown> | undefined
  /** Like `discover`, right after the page loaded. It loads no code, so some wallets are still missing. */
  listen: () => void
  /**
   * Returns the connector as soon as it announces itself; undefined after the given milliseconds. Loads its code.
   * @throws LatchkeyError `network_request_failed` if the code cannot be loaded
   */
  waitFor: (options: { id: string; milliseconds: number; signal: AbortSignal }) => Promise<Connector | undefined>
}
