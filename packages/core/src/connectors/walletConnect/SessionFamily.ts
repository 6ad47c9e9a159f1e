import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { Session } from '@latchkey/walletconnect'
import type { SessionAccount } from './readSessionAccounts.ts'

/** How one family of chains reads a session with a paired wallet. */
export type SessionFamily = {
  namespace: ChainNamespace
  /** The accounts that a wallet agreed to, in its own order; what is none is left out. */
  readAccounts: (session: Pick<Session, 'namespaces' | 'sessionProperties'>) => readonly SessionAccount[]
  /** The event by which a wallet tells which accounts are in use. */
  accountsEvent: string
  /** An address in what that event carries; undefined where it is none. */
  readAddress: (entry: unknown) => string | undefined
  /** What the event says of accounts beside those of the session. */
  addTold?: (accounts: readonly SessionAccount[], data: readonly unknown[]) => readonly SessionAccount[]
  /** The network that `chainChanged` names; undefined where it is none. */
  readChain: (data: unknown) => ChainId | undefined
}
