import { privateKeyToAccount } from 'viem/accounts'
import { createOwner } from '../owner/createOwner.ts'
import type { WalletRequest } from '../owner/Owner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { callRpc } from './callRpc.ts'
import { createMethods } from './createMethods.ts'
import type {
  VirtualProvider,
  VirtualWallet,
  VirtualWalletParameters,
  VirtualWalletState,
  WalletChain,
  WalletHoldings,
  WalletSubject,
} from './VirtualWallet.ts'

const plainIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%23475569"/%3E%3Cpath d="M9 12h14v9H9z" fill="none" stroke="%23fff" stroke-width="2"/%3E%3Ccircle cx="19.500" cy="16.500" r="1.500" fill="%23fff"/%3E%3C/svg%3E'

/**
 * Creates a wallet with local keys for tests: an EIP-1193 provider. A test controls whether it approves, rejects, hangs or asks. Reads go
 * to the chain's RPC address. Transactions are signed here and sent there.
 *
 * @example
 * const wallet = createVirtualWallet({ accounts: [{ privateKey }], chains: { 31337: 'http://127.0.0.1:8545' } })
 * announceVirtualWallet({ wallet })
 * wallet.setPolicy('reject')
 */
export function createVirtualWallet(parameters: VirtualWalletParameters): VirtualWallet {
  const { storage, shares = 'active', name = 'Virtual Wallet', rdns = 'dev.latchkey.virtual' } = parameters
  const info = { uuid: createUuid(), name, icon: parameters.icon ?? plainIcon, rdns }
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

  const owner = createOwner<WalletHoldings, WalletSubject>({
    accounts: accounts.length,
    policy: parameters.policy,
    storage,
    memoryKey: `@latchkey-testkit/${rdns}`,
    start: ({ chain, locked }) => ({
      accounts,
      chain: chain !== undefined && chains.has(chain) ? chain : firstChain,
      locked: locked ?? false,
    }),
    about: ({ account, chain }) => ({ account: accountOf(account), chain: chainOf(chain) }),
  })
  const providerListeners = new Map<string, Set<(value: never) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(providerListeners.get(event) ?? [])]) (listener as (value: unknown) => void)(value)
  }
  const sharedAccounts = (of: VirtualWalletState = owner.getState()): readonly `0x${string}`[] => {
    if (!of.permitted || of.locked || !of.present) return []
    const active = accounts.filter(({ index }) => index === of.account)
    const others = shares === 'all' ? accounts.filter(({ index }) => index !== of.account) : []
    return [...active, ...others].map(({ address }) => address)
  }
  let told = owner.getState()
  // This listener comes first, so that the site gets a change before any observer of the wallet.
  owner.subscribe(() => {
    const [before, now] = [told, owner.getState()]
    told = now
    if (before.present && !now.present)
      return emit('disconnect', new ProviderRpcError({ code: 4900, message: 'The wallet is disconnected.' }))
    const [old, shared] = [sharedAccounts(before), sharedAccounts(now)]
    if (old.join() !== shared.join()) emit('accountsChanged', shared)
    if (before.chain !== now.chain && now.permitted) emit('chainChanged', `0x${now.chain.toString(16)}`)
  })

  const node = (method: string, params: readonly unknown[]) =>
    callRpc({ fetch: parameters.fetch ?? fetch, rpcUrl: chainOf(owner.getState().chain).rpcUrl, method, params })
  const methods = createMethods({
    owner,
    node,
    chains,
    keys,
    sharedAccounts: () => sharedAccounts(),
    fetch: parameters.fetch ?? fetch,
    batches: parameters.batches,
  })

  const provider: VirtualProvider = {
    request: async ({ method, params }) => {
      const request: WalletRequest = { method, params: Array.isArray(params) ? params : params ? [params] : [] }
      owner.note(request)
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

  return {
    ...owner,
    info,
    provider,
    setChain: (id) => owner.update({ chain: chainOf(id).id }),
    lock: () => owner.update({ locked: true }),
    unlock: () => owner.update({ locked: false }),
  }
}

/** A version 4 UUID. `crypto.randomUUID` is missing in pages that are not a secure context, such as on a phone in the local network. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) % 4]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}
