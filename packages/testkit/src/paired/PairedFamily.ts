import type { SessionNamespace } from '@latchkey/walletconnect'
import type { WalletRequest } from '../owner/Owner.ts'
import type { PairedAccount, PairedChain, PairedNetwork } from './PairedWallet.ts'

/** One family of chains (CAIP-2 namespace) in a paired wallet; the wallet itself knows none. */
export type PairedFamily = {
  /** `eip155` … */
  namespace: string
  /** What the wallet answers, and what it tells. */
  methods: readonly string[]
  /** Those of them that move something, so that one request must never be done twice. */
  moving: readonly string[]
  events: readonly string[]
  /** Where addresses differ from network to network, those on the first. */
  accounts: readonly PairedAccount[]
  /** The address of an account on a network; undefined where the family has no such account. */
  addressOn: (chain: string, index: number) => string | undefined
  /** CAIP-2 of its networks, in the wallet's order. */
  chains: () => readonly string[]
  network: (chain: string) => PairedNetwork | undefined
  /** Which networks were added by apps; kept over a reload. */
  added?: () => readonly PairedChain[]
  /** What `chainChanged` carries. */
  toChainData: (chain: string) => unknown
  /** How apps are told of the accounts (by index) that they see now. */
  toAccountsEvent: (chain: string, shown: readonly number[]) => { name: string; data: unknown }
  /** What is said with a session, of the accounts that the app sees. */
  sessionProperties?: (chain: string, shown: readonly number[]) => Readonly<Record<string, string>>
  /** @throws ProviderRpcError what the app is told */
  answer: (request: FamilyRequest) => Promise<unknown>
  /** Signs the text of a sign-in; left out where the family cannot. */
  signIn?: (options: { account: number; text: string }) => Promise<{ type: string; signature: string }>
}

/** What an app asks, in its session. */
export type FamilyRequest = {
  request: WalletRequest
  /** CAIP-2: the network that the request names, and the one in use in the session. */
  chain: string
  current: string
  /** What the session shares of the family. */
  shared: SessionNamespace
  /** Asks the owner. @throws ProviderRpcError 4001 */
  ask: () => Promise<void>
  /** Moves the session to another network of the wallet, and tells the app. */
  moveTo: (chain: string) => Promise<void>
}
