import type { Owner, OwnerState, WalletPolicy, WalletRequest } from './Owner.ts'
import { ProviderRpcError } from './ProviderRpcError.ts'
import { memoryKeys, readWalletMemory, type WalletMemory } from './walletMemory.ts'

/**
 * Creates the owner of a virtual wallet, for all its interfaces. Requests wait for the owner according to the policy. The permission, the
 * account and the policy are remembered.
 *
 * @param options.memoryKey key in `storage` for the permission, the account and the policy
 * @param options.accounts number of accounts in the wallet
 * @param options.start returns the wallet's own initial state from the stored values
 * @param options.about returns data that the wallet adds to a waiting request
 */
export function createOwner<More extends object = object, About extends object = object>({
  accounts,
  policy = 'approve',
  storage,
  memoryKey,
  start = () => ({}) as More,
  about = () => ({}) as About,
}: {
  accounts: number
  policy?: WalletPolicy | undefined
  storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  memoryKey: string
  start?: (memory: Partial<WalletMemory>) => More
  about?: (state: OwnerState<About> & More) => About
}): Owner<More, About> {
  const memory = readWalletMemory(storage?.getItem(memoryKey) ?? null)
  const isAccount = (index: number) => Number.isInteger(index) && index >= 0 && index < accounts
  let state: OwnerState<About> & More = {
    ...start(memory),
    account: memory.account !== undefined && isAccount(memory.account) ? memory.account : 0,
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
  const update = (change: Partial<OwnerState<About>> | Partial<More>) => {
    state = { ...state, ...change }
    storage?.setItem(memoryKey, JSON.stringify(state, memoryKeys))
    tell()
  }
  // All pages of a site share one wallet: a permission or choice in one page applies to the others.
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== memoryKey) return
    const kept = readWalletMemory(newValue)
    const account = kept.account !== undefined && isAccount(kept.account) ? kept.account : state.account
    state = { ...state, ...start(kept), account, permitted: kept.permitted ?? false }
    tell()
  }
  if (storage && typeof window !== 'undefined') window.addEventListener('storage', follow)

  const ask: Owner<More, About>['ask'] = async (request, asked) => {
    asked?.signal.throwIfAborted()
    if (state.policy === 'approve') return
    if (state.policy === 'reject') throw rejected()
    await new Promise<void>((resolve, reject) => {
      const id = asked?.id ?? ++approvalIds
      const abandon = () => reject(gone())
      abandons.add(abandon)
      const done = (settle: () => void) => () => {
        abandons.delete(abandon)
        asked?.signal.removeEventListener('abort', over)
        update({ approvals: state.approvals.filter((approval) => approval.id !== id) })
        settle()
      }
      const over = done(() => reject(asked?.signal.reason))
      asked?.signal.addEventListener('abort', over)
      const approval = {
        ...request,
        ...(asked?.about ?? about(state)),
        id,
        approve: done(resolve),
        reject: done(() => reject(rejected())),
      }
      update({ approvals: [...state.approvals, approval] })
    })
  }
  /** Resolves with the first available value, now or after a change. */
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
      if (!isAccount(index)) throw new Error(`The wallet has no account ${index}`)
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
    update,
  }
}
