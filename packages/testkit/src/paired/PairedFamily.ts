import type { SessionNamespace } from '@latchkey/walletconnect'
import type { WalletRequest } from '../owner/Owner.ts'
import type { PairedAccount, PairedChain, PairedNetwork } from './PairedWallet.ts'

/** One family of chains (CAIP-2 namespace) in a paired wallet. The wallet's own code does not depend on any family. */
export type PairedFamily = {
  /** `eip155` … */
  namespace: string
  /** The methods that the wallet answers. */
  methods: readonly string[]
  /** Those methods that move assets, so that a request must never run twice. */
  moving: readonly string[]
  events: readonly string[]
  /** The accounts. If addresses differ between networks, those on the first network. */
  accounts: readonly PairedAccount[]
  /** The address of an account on a network; undefined if the family does not have the account. */
  addressOn: (chain: string, index: number) => string | undefined
  /** CAIP-2 IDs of its networks, in the wallet's order. */
  chains: () => readonly string[]
  network: (chain: string) => PairedNetwork | undefined
  /** Networks that apps have added. They are kept across a reload. */
  added?: () => readonly PairedChain[]
  /** The data of `chainChanged`. */
  toChainData: (chain: string) => unknown
  /** The event that tells apps which accounts (by index) they can see now. */
  toAccountsEvent: (chain: string, shown: readonly number[]) => { name: string; data: unknown }
  /** Session properties for the accounts that the app sees. */
  sessionProperties?: (chain: string, shown: readonly number[]) => Readonly<Record<string, string>>
  /** Answers a request. @throws ProviderRpcError with the error for the app */
  answer: (request: FamilyRequest) => Promise<unknown>
  /** Signs the text of a sign-in. Omitted if the family does not support it. */
  signIn?: (options: { account: number; text: string }) => Promise<{ type: string; signature: string }>
}

/** A request of an app, in its session. */
export type FamilyRequest = {
  request: WalletRequest
  /** CAIP-2: the network of the request, and the current network of the session. */
  chain: string
  current: string
  /** The part of the session that belongs to the family. */
  shared: SessionNamespace
  /** Asks the owner. @throws ProviderRpcError 4001 */
  ask: () => Promise<void>
  /** Switches the session to another network of the wallet, and tells the app. */
  moveTo: (chain: string) => Promise<void>
}
