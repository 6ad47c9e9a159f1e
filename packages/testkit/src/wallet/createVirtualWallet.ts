import { privateKeyToAccount } from 'viem/accounts'
import { callRpc } from './callRpc.ts'
import { createMethods } from './createMethods.ts'
import { ProviderRpcError } from './ProviderRpcError.ts'
import type {
  VirtualProvider,
  VirtualWallet,
  VirtualWalletParameters,
  VirtualWalletState,
  WalletApproval,
  WalletChain,
  WalletRequest,
} from './VirtualWallet.ts'
import { readWalletMemory } from './walletMemory.ts'

const plainIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23475569"/%3E%3Cpath d="M9 12h14v9H9z" fill="none" stroke="%23fff" stroke-width="2"/%3E%3Ccircle cx="19.500" cy="16.500" r="1.500" fill="%23fff"/%3E%3C/svg%3E'

const gone = () => new ProviderRpcError({ code: 4900, message: 'The wallet is disconnected.' })

/**
 * Makes a wallet with local keys for tests: an EIP-1193 provider that approves, rejects, hangs or asks as told.
 * Reads go to the chain's own RPC address; transactions are signed here and sent there.
 *
 * @example
 * const wallet = createVirtualWallet({ accounts: [{ privateKey }], chains: { 31337: 'http://127.0.0.1:8545' } })
 * announceVirtualWallet({ wallet })
 * wallet.setPolicy('reject')
 */
export function createVirtualWallet(parameters: VirtualWalletParameters): VirtualWallet {
  const { storage, shares = 'active', name = 'Virtual Wallet', rdns = 'dev.latchkey.virtual' } = parameters
  const info = { uuid: createUuid(), name, icon: parameters.icon ?? plainIcon, rdns }
  const memoryKey = `@latchkey-testkit/${rdns}`
  const memory = readWalletMemory(storage?.getItem(memoryKey) ?? null)
  const chains = new Map<number, WalletChain>(
    Object.entries(parameters.chains).map(([id, chain]) => [
      Number(id),
      typeof chain === 'string' ? { rpcUrl: chain } : chain,
    ]),
  )
  const firstChain = parameters.chain ?? [...chains.keys()][0]
  if (firstChain === undefined || !chains.has(firstChain))
    throw new Error('A virtual wallet needs the chain it starts on')
  const keys = parameters.accounts.map(({ privateKey }) => privateKey)
  const accounts = parameters.accounts.map((account, index) => ({
    index,
    name: account.name ?? `Account ${index + 1}`,
    address: privateKeyToAccount(account.privateKey).address,
  }))

  let state: VirtualWalletState = {
    accounts,
    account: memory.account !== undefined && accounts[memory.account] ? memory.account : 0,
    chain: memory.chain !== undefined && chains.has(memory.chain) ? memory.chain : firstChain,
    policy: memory.policy ?? parameters.policy ?? 'approve',
    permitted: memory.permitted ?? false,
    locked: memory.locked ?? false,
    present: true,
    approvals: [],
  }
  const listeners = new Set<() => void>()
  const providerListeners = new Map<string, Set<(value: never) => void>>()
  const requests: WalletRequest[] = []
  const unseen = new Set<WalletRequest>()
  const abandons = new Set<() => void>()
  let approvalIds = 0

  const emit = (event: string, value: unknown) => {
    for (const listener of [...(providerListeners.get(event) ?? [])]) (listener as (value: unknown) => void)(value)
  }
  const sharedAccounts = (of: VirtualWalletState): readonly `0x${string}`[] => {
    if (!of.permitted || of.locked || !of.present) return []
    const active = accounts.filter(({ index }) => index === of.account)
    const others = shares === 'all' ? accounts.filter(({ index }) => index !== of.account) : []
    return [...active, ...others].map(({ address }) => address)
  }
  const update = (change: Partial<VirtualWalletState>) => {
    const before = state
    state = { ...state, ...change }
    const { permitted, account, chain, policy, locked } = state
    storage?.setItem(memoryKey, JSON.stringify({ permitted, account, chain, policy, locked }))
    const [old, shared] = [sharedAccounts(before), sharedAccounts(state)]
    if (old.join() !== shared.join()) emit('accountsChanged', shared)
    if (before.chain !== state.chain && state.permitted) emit('chainChanged', `0x${state.chain.toString(16)}`)
    for (const listener of [...listeners]) listener()
  }
  const chainOf = (id: number) => {
    const chain = chains.get(id)
    if (!chain) throw new Error(`The wallet has no chain ${id}`)
    return { ...chain, id }
  }
  const accountOf = (index: number) => {
    const account = accounts[index]
    if (!account) throw new Error(`The wallet has no account ${index}`)
    return account
  }

  /** Asks the owner, as the policy of the moment says. @throws ProviderRpcError 4001 */
  const ask = async ({ method, params }: WalletRequest): Promise<void> => {
    const rejected = () => new ProviderRpcError({ code: 4001, message: 'User rejected the request.' })
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
      const approval: WalletApproval = {
        id,
        method,
        params,
        account: accountOf(state.account),
        chain: chainOf(state.chain),
        approve: done(resolve),
        reject: done(() => reject(rejected())),
      }
      update({ approvals: [...state.approvals, approval] })
    })
  }

  const node = (method: string, params: readonly unknown[]) =>
    callRpc({ fetch: parameters.fetch ?? fetch, rpcUrl: chainOf(state.chain).rpcUrl, method, params })
  const methods = createMethods({
    getState: () => state,
    update,
    ask,
    node,
    chains,
    keys,
    sharedAccounts: () => sharedAccounts(state),
    fetch: parameters.fetch ?? fetch,
  })

  const provider: VirtualProvider = {
    request: async ({ method, params }) => {
      const request: WalletRequest = { method, params: Array.isArray(params) ? params : params ? [params] : [] }
      requests.push(request)
      unseen.add(request)
      for (const listener of [...listeners]) listener()
      if (!state.present) throw gone()
      const answer = methods[method]
      if (answer) return answer(request)
      if (/^(eth|net|web3)_/.test(method)) return node(method, request.params)
      throw new ProviderRpcError({ code: 4200, message: `The wallet does not support ${method}.` })
    },
    on: (event, listener) => {
      const known = providerListeners.get(event) ?? new Set()
      providerListeners.set(event, known.add(listener))
      return provider
    },
    removeListener: (event, listener) => {
      providerListeners.get(event)?.delete(listener)
      return provider
    },
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
    info,
    provider,
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    requests: () => [...requests],
    waitForRequest: ({ method }) =>
      waitFor(() => {
        const found = [...unseen].find((request) => request.method === method)
        if (found) unseen.delete(found)
        return found
      }),
    setPolicy: (policy) => update({ policy }),
    approve: async () => (await waitFor(() => state.approvals[0])).approve(),
    reject: async () => (await waitFor(() => state.approvals[0])).reject(),
    setAccount: (index) => update({ account: accountOf(index).index }),
    setChain: (id) => update({ chain: chainOf(id).id }),
    lock: () => update({ locked: true }),
    unlock: () => update({ locked: false }),
    revoke: () => update({ permitted: false }),
    disappear: () => {
      state = { ...state, present: false, approvals: [] }
      for (const abandon of abandons) abandon()
      abandons.clear()
      emit('disconnect', gone())
      for (const listener of [...listeners]) listener()
    },
  }
}

/** A version 4 UUID. `crypto.randomUUID` is missing where a page is no secure context, such as a phone on the local network. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) % 4]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}
