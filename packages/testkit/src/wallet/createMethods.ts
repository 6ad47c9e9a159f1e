import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { WalletRequest } from '../owner/Owner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { callRpc } from './callRpc.ts'
import { type BatchParameters, createBatchMethods } from './createBatchMethods.ts'
import { sendTransaction, signTransaction, type TransactionRequest } from './sendTransaction.ts'
import type { VirtualWalletState, WalletChain } from './VirtualWallet.ts'

type Methods = Record<string, (request: WalletRequest) => Promise<unknown>>

/** The parts of a wallet's owner that the methods need. */
export type MethodsOwner = {
  getState: () => Pick<VirtualWalletState, 'permitted' | 'accounts' | 'chain'>
  update: (change: Partial<Pick<VirtualWalletState, 'permitted' | 'locked' | 'chain'>>) => void
  ask: (request: WalletRequest) => Promise<void>
}

/** Runs one task after the other. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a queue. A failed task does not stop the next one. */
export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/**
 * The methods that a wallet answers itself. All other reads go to the node.
 *
 * @param options.sending sends one transaction after the other: two at once would get the same nonce
 */
export function createMethods({
  owner: { getState, update, ask },
  node,
  chains,
  keys,
  sharedAccounts,
  fetch,
  batches,
  sending = createWorkQueue(),
}: {
  owner: MethodsOwner
  node: (method: string, params: readonly unknown[]) => Promise<unknown>
  chains: Map<number, WalletChain>
  keys: readonly `0x${string}`[]
  sharedAccounts: () => readonly `0x${string}`[]
  fetch: typeof globalThis.fetch
  /** Omitted by a wallet that handles one transaction at a time. */
  batches?: BatchParameters | undefined
  sending?: WorkQueue
}): Methods {
  const permissions = () =>
    getState().permitted
      ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: sharedAccounts() }] }]
      : []
  const permit = async (request: WalletRequest) => {
    if (sharedAccounts().length === 0) {
      await ask(request)
      update({ permitted: true, locked: false })
    }
  }
  const signerOf = (address: unknown): { account: PrivateKeyAccount; privateKey: `0x${string}` } => {
    const shared = sharedAccounts().find((known) => known.toLowerCase() === String(address).toLowerCase())
    const index = getState().accounts.findIndex((account) => account.address === shared)
    const privateKey = keys[index]
    if (!privateKey)
      throw new ProviderRpcError({
        code: 4100,
        message: 'The requested account and/or method has not been authorized by the user.',
      })
    return { account: privateKeyToAccount(privateKey), privateKey }
  }
  const chainParameter = ({ params }: WalletRequest): { id: number; value: Record<string, unknown> } => {
    const value = (params[0] ?? {}) as Record<string, unknown>
    const { chainId } = value
    if (typeof chainId !== 'string' || !/^0x[0-9a-f]+$/i.test(chainId))
      throw new ProviderRpcError({ code: -32602, message: `Expected 0x-prefixed, hexadecimal string 'chainId'` })
    return { id: Number(chainId), value }
  }
  const approveTransaction = async (request: WalletRequest, complete: typeof sendTransaction) => {
    const transaction = (request.params[0] ?? {}) as TransactionRequest
    const { privateKey } = signerOf(transaction.from)
    const { chain: chainId } = getState()
    if (transaction.chainId !== undefined && Number(transaction.chainId) !== chainId)
      throw new ProviderRpcError({ code: -32602, message: 'The transaction is for another network.' })
    await ask(request)
    if (getState().chain !== chainId)
      throw new ProviderRpcError({ code: 4901, message: 'The wallet moved to another network.' })
    return sending(() => complete({ node, privateKey, chainId, transaction }))
  }

  const several = batches
    ? createBatchMethods({
        ...{ batches, node, signerOf, ask, sending },
        chain: () => getState().chain,
        chains: () => [...chains.keys()],
      })
    : {}

  return {
    ...several,
    eth_accounts: async () => sharedAccounts(),
    eth_requestAccounts: async (request) => {
      await permit(request)
      return sharedAccounts()
    },
    eth_chainId: async () => `0x${getState().chain.toString(16)}`,
    net_version: async () => String(getState().chain),
    wallet_getPermissions: async () => permissions(),
    wallet_requestPermissions: async (request) => {
      await ask(request)
      update({ permitted: true, locked: false })
      return permissions()
    },
    wallet_revokePermissions: async () => {
      update({ permitted: false })
      return null
    },
    wallet_switchEthereumChain: async (request) => {
      const { id } = chainParameter(request)
      if (!chains.has(id))
        throw new ProviderRpcError({
          code: 4902,
          message: `Unrecognized chain ID "0x${id.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`,
        })
      if (getState().chain !== id) {
        await ask(request)
        update({ chain: id })
      }
      return null
    },
    wallet_addEthereumChain: async (request) => {
      const { id, value } = chainParameter(request)
      const rpcUrl = Array.isArray(value.rpcUrls) ? value.rpcUrls[0] : undefined
      if (typeof rpcUrl !== 'string')
        throw new ProviderRpcError({ code: -32602, message: 'Expected an array with at least one valid string URL' })
      await ask(request)
      const told = await callRpc({ fetch, rpcUrl, method: 'eth_chainId', params: [] })
      if (Number(told) !== id)
        throw new ProviderRpcError({ code: -32602, message: 'Chain ID returned by RPC URL does not match' })
      const symbol = (value.nativeCurrency as { symbol?: unknown } | undefined)?.symbol
      chains.set(id, {
        rpcUrl,
        ...(typeof value.chainName === 'string' ? { name: value.chainName } : {}),
        ...(typeof symbol === 'string' ? { nativeSymbol: symbol } : {}),
      })
      // Like the most popular wallets.
      update({ chain: id })
      return null
    },
    personal_sign: async (request) => {
      const [message, address] = request.params
      const { account } = signerOf(address)
      await ask(request)
      const raw = String(message)
      return account.signMessage({ message: /^0x([0-9a-f]{2})*$/i.test(raw) ? { raw: raw as `0x${string}` } : raw })
    },
    eth_signTypedData_v4: async (request) => {
      const [address, data] = request.params
      const { account } = signerOf(address)
      const typed = (typeof data === 'string' ? JSON.parse(data) : data) as Parameters<
        PrivateKeyAccount['signTypedData']
      >[0]
      const chainId = (typed.domain as { chainId?: unknown } | undefined)?.chainId
      if (chainId !== undefined && Number(chainId) !== getState().chain)
        throw new ProviderRpcError({
          code: -32602,
          message: `Provided chainId "${String(chainId)}" must match the active chainId "${getState().chain}"`,
        })
      await ask(request)
      return account.signTypedData(typed)
    },
    eth_sendTransaction: (request) => approveTransaction(request, sendTransaction),
    eth_signTransaction: (request) => approveTransaction(request, signTransaction),
  }
}
