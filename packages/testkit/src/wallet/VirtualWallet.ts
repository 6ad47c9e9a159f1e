/** How the wallet treats what its owner would be asked: `ask` and `hang` keep the request until it is released. */
export type WalletPolicy = 'approve' | 'reject' | 'hang' | 'ask'

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
  /** Keeps permission, account, network and policy over reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  fetch?: typeof fetch
}

/** Something that the owner of the wallet has to decide. */
export type WalletApproval = {
  id: number
  method: string
  params: readonly unknown[]
  /** The account and network that it is about. */
  account: { index: number; name: string; address: `0x${string}` }
  chain: WalletChain & { id: number }
  approve: () => void
  /** Answers with 4001. */
  reject: () => void
}

/** A request as the site made it. */
export type WalletRequest = { method: string; params: readonly unknown[] }

/** What is to be seen of the wallet. */
export type VirtualWalletState = {
  accounts: readonly { index: number; name: string; address: `0x${string}` }[]
  /** The index of the account in use. */
  account: number
  /** The number of the network in use. */
  chain: number
  policy: WalletPolicy
  /** Whether the site may see accounts. */
  permitted: boolean
  locked: boolean
  present: boolean
  /** What waits for the owner, oldest first. */
  approvals: readonly WalletApproval[]
}

/** The wallet's EIP-1193 provider. */
export type VirtualProvider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: (value: never) => void) => VirtualProvider
  removeListener: (event: string, listener: (value: never) => void) => VirtualProvider
}

/** A wallet with local keys that does as it is told. */
export type VirtualWallet = {
  /** As announced by EIP-6963. */
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: VirtualProvider
  getState: () => VirtualWalletState
  subscribe: (listener: () => void) => () => void
  /** Everything the site asked, oldest first. */
  requests: () => readonly WalletRequest[]
  /** Resolves with the next request of a method, or with one that is there already and was not waited for yet. */
  waitForRequest: (options: { method: string }) => Promise<WalletRequest>
  setPolicy: (policy: WalletPolicy) => void
  /** Decides the oldest request that waits; waits for one where there is none. */
  approve: () => Promise<void>
  reject: () => Promise<void>
  /** Chooses another account, as its owner would in the wallet. */
  setAccount: (index: number) => void
  /** Chooses another network, as its owner would in the wallet. */
  setChain: (id: number) => void
  /** Locks the wallet: the site sees an empty list of accounts. A connect request unlocks it when approved. */
  lock: () => void
  unlock: () => void
  /** Takes the site's permission back, as its owner would in the wallet. */
  revoke: () => void
  /** The wallet is gone: every request fails with 4900, and it announces itself no more. */
  disappear: () => void
}
