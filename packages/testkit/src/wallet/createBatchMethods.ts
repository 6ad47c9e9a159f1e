import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletRequest } from '../owner/Owner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { Node } from './sendTransaction.ts'

/** How a wallet runs several calls as one. */
export type BatchParameters = {
  /** The contract that an account delegates to (EIP-7702), with `executeBatch((address,uint256,bytes)[])`. */
  delegate: `0x${string}`
  /** `ready` upgrades the account with its first batch. Default `ready`. */
  atomic?: 'ready' | 'supported' | 'unsupported'
}

type Hex = `0x${string}`
type Call = { to?: Hex; value?: Hex; data?: Hex }
type Batch = { hash: Hex; chainId: number }
type Methods = Record<string, (request: WalletRequest) => Promise<unknown>>

const batchAbi = [
  {
    type: 'function',
    name: 'executeBatch',
    stateMutability: 'nonpayable',
    inputs: [
      {
        name: 'calls',
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
    ],
    outputs: [],
  },
] as const

const version = '2.0.0'

/**
 * The methods of EIP-5792, with an account that is upgraded for them (EIP-7702). A batch is one real transaction that runs completely or
 * not at all. A batch has the ID from the site, or one from the wallet.
 */
export function createBatchMethods({
  batches: { delegate, atomic = 'ready' },
  chain,
  chains,
  node,
  signerOf,
  ask,
  sending,
}: {
  batches: BatchParameters
  /** The chain ID of the current network. */
  chain: () => number
  /** All networks of the wallet. */
  chains: () => readonly number[]
  node: Node
  /** @throws ProviderRpcError 4100 */
  signerOf: (address: unknown) => { privateKey: Hex }
  ask: (request: WalletRequest) => Promise<void>
  sending: <T>(work: () => Promise<T>) => Promise<T>
}): Methods {
  const known = new Map<string, Batch>()

  const send = async ({ privateKey, calls }: { privateKey: Hex; calls: readonly Call[] }): Promise<Hex> => {
    const account = privateKeyToAccount(privateKey)
    const chainId = chain()
    const data = encodeFunctionData({
      abi: batchAbi,
      functionName: 'executeBatch',
      args: [
        calls.map((call) => ({
          target: call.to ?? account.address,
          value: BigInt(call.value ?? '0x0'),
          data: call.data ?? '0x',
        })),
      ],
    })
    const [code, count, price] = await Promise.all([
      node('eth_getCode', [account.address, 'latest']),
      node('eth_getTransactionCount', [account.address, 'pending']),
      node('eth_gasPrice', []),
    ])
    const nonce = Number(count)
    const upgraded = String(code).toLowerCase() === `0xef0100${delegate.slice(2).toLowerCase()}`
    const fees = { maxFeePerGas: BigInt(String(price)) * 2n, maxPriorityFeePerGas: 0n }
    const common = { chainId, nonce, to: account.address, data, gas: 3_000_000n, ...fees }
    const signed = upgraded
      ? await account.signTransaction({ ...common, type: 'eip1559' })
      : await account.signTransaction({
          ...common,
          type: 'eip7702',
          // The account's own transaction uses one nonce before the authorization is checked.
          authorizationList: [
            await account.signAuthorization({ contractAddress: delegate, chainId, nonce: nonce + 1 }),
          ],
        })
    return (await node('eth_sendRawTransaction', [signed])) as Hex
  }

  return {
    wallet_getCapabilities: async ({ params: [address, wanted] }) => {
      signerOf(address)
      const asked = Array.isArray(wanted) ? wanted.map(Number) : chains()
      const served = chains().filter((id) => asked.includes(id))
      return Object.fromEntries(served.map((id) => [`0x${id.toString(16)}`, { atomic: { status: atomic } }]))
    },
    wallet_sendCalls: async (request) => {
      const batch = (request.params[0] ?? {}) as {
        id?: string
        chainId?: string
        from?: string
        calls?: Call[]
        atomicRequired?: boolean
      }
      const { privateKey } = signerOf(batch.from)
      if (Number(batch.chainId) !== chain())
        throw new ProviderRpcError({ code: 5710, message: 'The batch is for another network.' })
      if (batch.id !== undefined && known.has(batch.id))
        throw new ProviderRpcError({ code: 5720, message: 'There is a batch with this id already.' })
      if (batch.atomicRequired && atomic === 'unsupported')
        throw new ProviderRpcError({ code: 5760, message: 'The wallet does not run calls as one.' })
      if (!Array.isArray(batch.calls) || batch.calls.length === 0)
        throw new ProviderRpcError({ code: -32602, message: 'Expected a list of calls.' })
      await ask(request)
      const hash = await sending(() => send({ privateKey, calls: batch.calls ?? [] }))
      const id = batch.id ?? hash
      known.set(id, { hash, chainId: chain() })
      return { id }
    },
    wallet_getCallsStatus: async ({ params: [id] }) => {
      const batch = known.get(String(id))
      if (!batch) throw new ProviderRpcError({ code: 5730, message: 'There is no batch with this id.' })
      const receipt = (await node('eth_getTransactionReceipt', [batch.hash])) as Record<string, unknown> | null
      const status = receipt === null ? 100 : receipt.status === '0x1' ? 200 : 500
      const { logs, blockHash, blockNumber, gasUsed, transactionHash } = receipt ?? {}
      return {
        ...{ version, id, chainId: `0x${batch.chainId.toString(16)}`, status, atomic: true },
        ...(receipt
          ? { receipts: [{ logs, status: receipt.status, blockHash, blockNumber, gasUsed, transactionHash }] }
          : {}),
      }
    },
  }
}
