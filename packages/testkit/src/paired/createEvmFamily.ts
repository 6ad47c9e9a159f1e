import { privateKeyToAccount } from 'viem/accounts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { callRpc } from '../wallet/callRpc.ts'
import { createMethods, createWorkQueue } from '../wallet/createMethods.ts'
import type { WalletAccount, WalletChain } from '../wallet/VirtualWallet.ts'
import type { FamilyRequest, PairedFamily } from './PairedFamily.ts'
import type { PairedChain, PairedNetwork } from './PairedWallet.ts'

const namespace = 'eip155'
const toChain = (id: number) => `${namespace}:${id}`
const toId = (chain: string) => Number(chain.slice(namespace.length + 1))

/** The methods that apps can call. `eth_sign` is missing because its data is not readable for people. */
const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
]

/** The EVM chains of a paired wallet. They use the virtual wallet's methods, each for the network in its request. */
export function createEvmFamily({
  accounts,
  chains,
  fetch,
}: {
  accounts: readonly WalletAccount[]
  /** The wallet's own chains, and those that apps have added. */
  chains: { own: readonly PairedChain[]; added: readonly PairedChain[] }
  fetch: typeof globalThis.fetch
}): PairedFamily {
  const own = new Set(chains.own.map(({ id }) => id))
  const known = new Map<number, WalletChain>(
    [...chains.added, ...chains.own].map(({ id, ...chain }) => [id, chain] as const),
  )
  const list = (): readonly PairedChain[] => {
    const toPaired = (id: number, { rpcUrl, name, nativeSymbol }: WalletChain): PairedChain => ({
      id,
      name: name ?? `Chain ${id}`,
      rpcUrl,
      ...(nativeSymbol ? { nativeSymbol } : {}),
    })
    const added = [...known].filter(([id]) => !own.has(id)).map(([id, chain]) => toPaired(id, chain))
    return [...chains.own, ...added]
  }
  const keys = accounts.map(({ privateKey }) => privateKey)
  const named = accounts.map(({ name, privateKey }, index) => ({
    index,
    name: name ?? `Account ${index + 1}`,
    address: privateKeyToAccount(privateKey).address,
  }))
  const sending = createWorkQueue()
  const network = (chain: string): PairedNetwork | undefined => {
    const found = list().find(({ id }) => toChain(id) === chain)
    if (!found) return undefined
    const { id, ...rest } = found
    return { ...rest, chain: toChain(id) }
  }

  const answer = async ({ request, chain, current, shared, ask, moveTo }: FamilyRequest): Promise<unknown> => {
    const { method } = request
    if (!methods.includes(method))
      throw new ProviderRpcError({ code: 4200, message: `The wallet does not support ${method}.` })
    const rpcUrl = network(chain)?.rpcUrl
    if (rpcUrl === undefined) throw new ProviderRpcError({ code: 4902, message: `The wallet has no chain ${chain}.` })
    const addresses = shared.accounts
      .filter((account) => account.startsWith(`${chain}:`))
      .map((account) => account.slice(chain.length + 1) as `0x${string}`)
    if (method === 'wallet_getCapabilities') return readCapabilities(request.params, addresses)

    // A request applies to its own network, regardless of the current one. A switch starts from the current one.
    let moving: Promise<void> | undefined
    const answers = createMethods({
      owner: {
        getState: () => ({
          permitted: true,
          accounts: named,
          chain: toId(method.startsWith('wallet_') ? current : chain),
        }),
        update: ({ chain: next }) => {
          if (next !== undefined) moving = moveTo(toChain(next))
        },
        ask,
      },
      node: (call, params) => callRpc({ fetch, rpcUrl, method: call, params }),
      chains: known,
      keys,
      sharedAccounts: () => addresses,
      fetch,
      sending,
    })
    const result = await answers[method]?.(request)
    await moving
    return result
  }

  /** EIP-5792: none of the chains has capabilities. */
  const readCapabilities = (params: readonly unknown[], addresses: readonly string[]) => {
    const [address, ids] = params
    if (!addresses.some((known) => known.toLowerCase() === String(address).toLowerCase()))
      throw new ProviderRpcError({ code: 4100, message: 'The requested account has not been authorized by the user.' })
    const all = list().map(({ id }) => `0x${id.toString(16)}`)
    const asked = Array.isArray(ids) ? all.filter((id) => ids.includes(id)) : all
    return Object.fromEntries(asked.map((id) => [id, {}]))
  }

  return {
    namespace,
    methods,
    moving: ['eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
    accounts: named.map((account) => ({ ...account, family: namespace })),
    addressOn: (_chain, index) => named[index]?.address,
    chains: () => list().map(({ id }) => toChain(id)),
    network,
    added: () => list().filter(({ id }) => !own.has(id)),
    toChainData: toId,
    toAccountsEvent: (_chain, shown) => ({
      name: 'accountsChanged',
      data: shown.map((index) => named[index]?.address),
    }),
    answer,
    signIn: async ({ account, text }) => {
      const key = keys[account]
      if (!key) throw new Error(`The wallet has no account ${account}`)
      return { type: 'eip191', signature: await privateKeyToAccount(key).signMessage({ message: text }) }
    },
  }
}
