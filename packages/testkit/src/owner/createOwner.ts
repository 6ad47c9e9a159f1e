import { ProviderRpcError } from '../wallet/ProviderRpcError.ts'
import type { WalletPolicy, WalletRequest } from '../wallet/VirtualWallet.ts'
import { readWalletMemory } from '../wallet/walletMemory.ts'

/** Something that the owner of a wallet has to decide. */
export type OwnerApproval = WalletRequest & {
  id: number
  approve: () => void
  /** Answers with 4001. */
  reject: () => void
}

/** What is to be seen of a wallet's owner. */
export type OwnerState = {
  /** The index of the account in use. */
  account: number
  policy: WalletPolicy
  /** Whether the site may see accounts. */
  permitted: boolean
  present: boolean
  /** What waits for the owner, oldest first. */
  approvals: readonly OwnerApproval[]
}

/** What a test does with a wallet. */
export type WalletControls = {
  getState: () => OwnerState
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
  /** The wallet is gone: every request fails, and it announces itself no more. */
  disappear: () => void
}

/** A wallet's owner, as the wallet sees them. */
export type Owner = WalletControls & {
  /** Notes what the site asked. @throws ProviderRpcError 4900 when the wallet is gone */
  note: (request: WalletRequest) => void
  /** Asks, as the policy of the moment says. @throws ProviderRpcError 4001 */
  ask: (request: WalletRequest) => Promise<void>
  /** Lets the site see accounts; asks unless it may already. */
  permit: (request: WalletRequest) => Promise<void>
}

/**
 * Makes the owner of a virtual wallet that is reached by another interface than EIP-1193.
 *
 * @param options.memoryKey where permission, account and policy are kept in `storage`
 * @param options.accounts how many accounts the wallet has
 */
export function createOwner({
  accounts,
  policy = 'approve',
  storage,
  memoryKey,
}: {
  accounts: number
  policy?: WalletPolicy | undefined
  storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  memoryKey: string
}): Owner {
  const memory = readWalletMemory(storage?.getItem(memoryKey) ?? null)
  let state: OwnerState = {
    account: memory.account !== undefined && memory.account < accounts ? memory.account : 0,
    policy: memory.policy ?? policy,
    permitted: memory.permitted ?? false,
    present: true,
    approvals: [],
  }
  const listeners = new Set<() => void>()
  const requests: WalletRequest[] = []
  const unseen = new Set<WalletRequest>()
  const abandons = new Set<() => void>()
  let approvalIds = 0

  const gone = () => new ProviderRpcError({ code: 4900, message: 'The wallet is disconnected.' })
  const rejected = () => new ProviderRpcError({ code: 4001, message: 'User rejected the request.' })
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const update = (change: Partial<OwnerState>) => {
    state = { ...state, ...change }
    const { permitted, account, policy: kept } = state
    storage?.setItem(memoryKey, JSON.stringify({ permitted, account, policy: kept }))
    tell()
  }
  const ask = async (request: WalletRequest): Promise<void> => {
    if (state.policy === 'approve') return
    if (state.policy === 'reject') throw rejected()
    await new Promise<void>((resolve, reject) => {
      const id = ++approvalIds
      const abandon = () => reject(gone())
      abandons.add(abandon)
      const done = (settle: () => void) => () => {
        abandons.delete(abandon)
        update({ approvals: state.approvals.filter((approval) => approval.id !== id) })
        settle()
      }
      const approval = { ...request, id, approve: done(resolve), reject: done(() => reject(rejected())) }
      update({ approvals: [...state.approvals, approval] })
    })
  }
  /** Resolves with the first value that is there, now or after a change. */
  const waitFor = <T>(read: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = () => {
        const value = read()
        if (value === undefined) return
        listeners.delete(check)
        resolve(value)
      }
      listeners.add(check)
      check()
    })

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    requests: () => [...requests],
    waitForRequest: ({ method }) =>
      waitFor(() => {
        const found = [...unseen].find((request) => request.method === method)
        if (found) unseen.delete(found)
        return found
      }),
    setPolicy: (next) => update({ policy: next }),
    approve: async () => (await waitFor(() => state.approvals[0])).approve(),
    reject: async () => (await waitFor(() => state.approvals[0])).reject(),
    setAccount: (index) => {
      if (!Number.isInteger(index) || index < 0 || index >= accounts)
        throw new Error(`The wallet has no account ${index}`)
      update({ account: index })
    },
    revoke: () => update({ permitted: false }),
    disappear: () => {
      state = { ...state, present: false, approvals: [] }
      for (const abandon of abandons) abandon()
      abandons.clear()
      tell()
    },
    note: (request) => {
      requests.push(request)
      unseen.add(request)
      tell()
      if (!state.present) throw gone()
    },
    ask,
    permit: async (request) => {
      if (state.permitted) return
      await ask(request)
      update({ permitted: true })
    },
  }
}
