/** How the wallet answers questions to its owner: `ask` and `hang` hold the request until it is released. */
export type WalletPolicy = 'approve' | 'reject' | 'hang' | 'ask'

/** A request of the site. */
export type WalletRequest = { method: string; params: readonly unknown[] }

/** A decision that the wallet's owner has to make; `About` is data that the wallet adds to the request. */
export type OwnerApproval<About extends object = object> = WalletRequest &
  About & {
    id: number
    approve: () => void
    /** Answers with 4001. */
    reject: () => void
  }

/** The visible state of a wallet's owner. */
export type OwnerState<About extends object = object> = {
  /** The index of the account in use. */
  account: number
  policy: WalletPolicy
  /** Whether the site may see accounts. */
  permitted: boolean
  present: boolean
  /** The requests that wait for the owner, oldest first. */
  approvals: readonly OwnerApproval<About>[]
}

/** The functions with which a test controls a wallet. */
export type WalletControls<State = OwnerState> = {
  getState: () => State
  subscribe: (listener: () => void) => () => void
  /** All requests of the site, oldest first. */
  requests: () => readonly WalletRequest[]
  /** Resolves with the next request of a method. An earlier request counts too if no test has waited for it yet. */
  waitForRequest: (options: { method: string }) => Promise<WalletRequest>
  setPolicy: (policy: WalletPolicy) => void
  /** Approves the oldest pending request, or waits for one. */
  approve: () => Promise<void>
  reject: () => Promise<void>
  /** Chooses another account, like the owner would in the wallet. */
  setAccount: (index: number) => void
  /** Revokes the site's permission, like the owner would in the wallet. */
  revoke: () => void
  /** Removes the wallet: every request fails with 4900, and the wallet no longer announces itself. */
  disappear: () => void
}

/** A wallet's owner, from the wallet's side; `More` is additional state of the wallet, `About` is data that it adds to a request. */
export type Owner<More extends object = object, About extends object = object> = WalletControls<
  OwnerState<About> & More
> & {
  /** Records a request of the site. @throws ProviderRpcError 4900 if the wallet is gone */
  note: (request: WalletRequest) => void
  /**
   * Asks the owner, according to the current policy.
   *
   * @param asked data from the wallet: the ID of the request, its subject, and a signal for its end
   * @throws ProviderRpcError 4001; the signal's reason
   */
  ask: (request: WalletRequest, asked?: { id: number; about: About; signal: AbortSignal }) => Promise<void>
  /** Gives the site permission to see accounts. Asks the owner, unless the site already has it. */
  permit: (request: WalletRequest) => Promise<void>
  /** Changes the visible state and stores it. */
  update: (change: Partial<OwnerState<About>> | Partial<More>) => void
}
