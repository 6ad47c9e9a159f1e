import type { Readable } from '../store/Store.ts'
import type { Connector } from './Connector.ts'

/** The wallets of this browser, in the order in which they announced themselves. */
export type ConnectorRegistry = Readable<readonly Connector[]> & {
  /** Listens from now on and asks wallets to announce themselves. Does nothing on a server. */
  discover: () => void
  find: (id: string) => Connector | undefined
  /** The connector, as soon as it announces itself; undefined when it has not after the given milliseconds. */
  waitFor: (options: { id: string; milliseconds: number; signal: AbortSignal }) => Promise<Connector | undefined>
  destroy: () => void
}
