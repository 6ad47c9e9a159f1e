import type { OwnerApproval, OwnerState, WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { BatchParameters } from './createBatchMethods.ts'

/** An account of the wallet. The key is readable in the page, so use only keys of local chains. */
export type WalletAccount = { name?: string; privateKey: `0x${string}` }

/** A network of the wallet. */
export type WalletChain = { rpcUrl: string; name?: string; nativeSymbol?: string }

/** Parameters of {@link createVirtualWallet}. */
export type VirtualWalletParameters = {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Networks by EIP-155 chain ID, as an RPC address or in full. */
  chains: Readonly<Record<number, string | WalletChain>>
  /** The chain ID of the network that the wallet starts on. Default: the lowest. */
  chain?: number
  name?: string
  rdns?: string
  /** A `data:` URI. */
  icon?: string
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether a site sees only the current account, or all of them with the current one first. Default `active`. */
  shares?: 'active' | 'all'
  /** Runs several calls as one (EIP-5792) by upgrading the account (EIP-7702). Default: not supported. */
  batches?: BatchParameters
  /** Keeps the permission, the account, the network and the policy across reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  fetch?: typeof fetch
}

/** The account and the network of a request. */
export type WalletSubject = {
  account: { index: number; name: string; address: `0x${string}` }
  chain: WalletChain & { id: number }
}

/** A decision that the wallet's owner has to make. */
export type WalletApproval = OwnerApproval<WalletSubject>

/** State of the wallet, in addition to the state that all wallets have. */
export type WalletHoldings = {
  accounts: readonly { index: number; name: string; address: `0x${string}` }[]
  /** The chain ID of the current network. */
  chain: number
  locked: boolean
}

/** The visible state of the wallet. */
export type VirtualWalletState = OwnerState<WalletSubject> & WalletHoldings

/** The wallet's EIP-1193 provider. */
export type VirtualProvider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: (value: never) => void) => VirtualProvider
  removeListener: (event: string, listener: (value: never) => void) => VirtualProvider
}

/** A wallet with local keys that a test controls. */
export type VirtualWallet = WalletControls<VirtualWalletState> & {
  /** The data that it announces through EIP-6963. */
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: VirtualProvider
  /** Chooses another network, like the owner would in the wallet. */
  setChain: (id: number) => void
  /** Locks the wallet: the site sees an empty list of accounts. An approved connect request unlocks it. */
  lock: () => void
  unlock: () => void
}
