import type { OwnerApproval, OwnerState, WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { BatchParameters } from './createBatchMethods.ts'

/** An account of the wallet. The key is in the page: only ever use keys of local chains. */
export type WalletAccount = { name?: string; privateKey: `0x${string}` }

/** A network of the wallet. */
export type WalletChain = { rpcUrl: string; name?: string; nativeSymbol?: string }

/** How to make a virtual wallet. */
export type VirtualWalletParameters = {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Networks by EIP-155 number, as RPC address or in full. */
  chains: Readonly<Record<number, string | WalletChain>>
  /** The number of the network that the wallet starts on. Default: the lowest. */
  chain?: number
  name?: string
  rdns?: string
  /** A `data:` URI. */
  icon?: string
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether a site sees the account in use only, or all of them with that one first. Default `active`. */
  shares?: 'active' | 'all'
  /** Runs several calls as one (EIP-5792), by upgrading the account (EIP-7702). Default: it does not. */
  batches?: BatchParameters
  /** Keeps permission, account, network and policy over reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  fetch?: typeof fetch
}

/** The account and network that a request is about. */
export type WalletSubject = {
  account: { index: number; name: string; address: `0x${string}` }
  chain: WalletChain & { id: number }
}

/** Something that the owner of the wallet has to decide. */
export type WalletApproval = OwnerApproval<WalletSubject>

/** What the wallet keeps beside what every wallet's owner does. */
export type WalletHoldings = {
  accounts: readonly { index: number; name: string; address: `0x${string}` }[]
  /** The number of the network in use. */
  chain: number
  locked: boolean
}

/** What is to be seen of the wallet. */
export type VirtualWalletState = OwnerState<WalletSubject> & WalletHoldings

/** The wallet's EIP-1193 provider. */
export type VirtualProvider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: (value: never) => void) => VirtualProvider
  removeListener: (event: string, listener: (value: never) => void) => VirtualProvider
}

/** A wallet with local keys that does as it is told. */
export type VirtualWallet = WalletControls<VirtualWalletState> & {
  /** As announced by EIP-6963. */
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: VirtualProvider
  /** Chooses another network, as its owner would in the wallet. */
  setChain: (id: number) => void
  /** Locks the wallet: the site sees an empty list of accounts. A connect request unlocks it when approved. */
  lock: () => void
  unlock: () => void
}
