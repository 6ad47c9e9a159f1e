import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { Session } from '@latchkey/walletconnect'
import type { SessionAccount } from './readSessionAccounts.ts'

/** How a network family reads a session with a paired wallet. */
export type SessionFamily = {
  namespace: ChainNamespace
  /** Returns the accounts of a session in the wallet's order, without invalid ones. */
  readAccounts: (session: Pick<Session, 'namespaces' | 'sessionProperties'>) => readonly SessionAccount[]
  /** The event with which a wallet reports its current accounts. */
  accountsEvent: string
  /** Returns the address in an entry of that event; undefined if it is invalid. */
  readAddress: (entry: unknown) => string | undefined
  /** Adds accounts that the event reports in addition to those of the session. */
  addTold?: (accounts: readonly SessionAccount[], data: readonly unknown[]) => readonly SessionAccount[]
  /** Returns the network of a `chainChanged` event; undefined if it is invalid. */
  readChain: (data: unknown) => ChainId | undefined
}
