/** How the wallet treats what its owner would be asked: `ask` and `hang` keep the request until it is released. */
export type WalletPolicy = 'approve' | 'reject' | 'hang' | 'ask'

/** A request as the site made it. */
export type WalletRequest = { method: string; params: readonly unknown[] }

/** Something that the owner of a wallet has to decide; `About` is what the wallet adds to the request. */
export type OwnerApproval<About extends object = object> = WalletRequest &
  About & {
    id: number
    approve: () => void
    /** Answers with 4001. */
    reject: () => void
  }

/** What is to be seen of a wallet's owner. */
export type OwnerState<About extends object = object> = {
  /** The index of the account in use. */
  account: number
  policy: WalletPolicy
  /** Whether the site may see accounts. */
  permitted: boolean
  present: boolean
  /** What waits for the owner, oldest first. */
  approvals: readonly OwnerApproval<About>[]
}

/** What a test does with a wallet. */
export type WalletControls<State = OwnerState> = {
  getState: () => State
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
  /** Takes the site's permission back, as its owner would in the wallet. */
  revoke: () => void
  /** The wallet is gone: every request fails with 4900, and it announces itself no more. */
  disappear: () => void
}

/** A wallet's owner, as the wallet sees them; `More` is what the wallet keeps beside, `About` what it adds to a request. */
export type Owner<More extends object = object, About extends object = object> = WalletControls<
  OwnerState<About> & More
> & {
  /** Notes what the site asked. @throws ProviderRpcError 4900 when the wallet is gone */
  note: (request: WalletRequest) => void
  /**
   * Asks, as the policy of the moment says.
   * @param asked what a wallet knows better than its owner: the request's own id, what it is about, and when it is over
   * @throws ProviderRpcError 4001; the signal's reason
   */
  ask: (request: WalletRequest, asked?: { id: number; about: About; signal: AbortSignal }) => Promise<void>
  /** Lets the site see accounts; asks unless it may already. */
  permit: (request: WalletRequest) => Promise<void>
  /** Changes what is to be seen, and keeps it. */
  update: (change: Partial<OwnerState<About>> | Partial<More>) => void
}
