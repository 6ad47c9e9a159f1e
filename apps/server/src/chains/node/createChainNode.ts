import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hexToBigInt, hexToNumber, numberToHex } from 'viem/utils'
import type { RpcCall, RpcOutcome, RpcService } from '../../rpc/RpcService.ts'

type Hex = `0x${string}`

/** What a call that fails said. */
export type Revert = { data: Hex | undefined; message: string }

/** A block's head, as far as fees and limits need it. */
export type ChainHead = {
  number: number
  hash: Hex
  /** Unix seconds. */
  time: number
  /** Of the next block, wei; undefined where the chain has one price alone. */
  baseFee: bigint | undefined
  gasLimit: bigint
}

/** A transaction's receipt, as the node gives it. */
export type NodeReceipt = {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: Hex
  status: Hex
  gasUsed: Hex
  logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex; logIndex: Hex }[]
} & Readonly<Record<string, unknown>>

/** A log, as the node gives it. */
export type NodeLog = { address: Hex; topics: readonly Hex[]; data: Hex; transactionHash: Hex; blockNumber: Hex }

/** Code and balance that an account has in a call alone. */
export type StateOverride = Readonly<Record<Hex, { code?: Hex; balance?: Hex }>>

/** A call as it is simulated. */
export type NodeCall = { from: Hex; to: Hex; data: Hex; value?: Hex; gas?: Hex }

/**
 * What nodes say of code that fails, each of them the same. Other errors, a time that was up for instance, say nothing of the code. Sources:
 * geth's core/vm/errors.go; revm's halts, as anvil words them.
 */
const failedCode =
  /^(execution reverted|out of gas|invalid opcode|invalid jump destination|stack (underflow|overflow|limit reached)|EVM error )/i
/** The account cannot pay a call's price, or the price is less than the next block's. */
const unpaidCall = /insufficient (funds|balance)|not enough funds|fee cap|max ?fee ?per ?gas|base fee/i

/** One network's node. Every method throws a ServiceError while none answers: of the code that it was created with. */
export type ChainNode = {
  request: <Result>(method: string, params?: readonly unknown[]) => Promise<Result>
  /** Several calls, answered by one node: what it says of one belongs to what it says of another. */
  together: (calls: readonly RpcCall[]) => Promise<readonly RpcOutcome[]>
  head: () => Promise<ChainHead>
  tip: () => Promise<bigint>
  balance: (account: Hex) => Promise<bigint>
  code: (account: Hex) => Promise<Hex>
  /** Number of the account's next transaction. */
  transactionCount: (account: Hex, block: 'latest' | 'pending') => Promise<number>
  receipts: (hashes: readonly Hex[]) => Promise<readonly (NodeReceipt | null)[]>
  isKnown: (hash: Hex) => Promise<boolean>
  /** @returns what the call answers, or why its code fails */
  call: (call: NodeCall, override?: StateOverride) => Promise<{ data: Hex } | { revert: Revert }>
  /**
   * A call with the price of its gas, as the chain would take it.
   *
   * @returns what it answers, why its code fails, or why the account cannot pay it, in the node's words
   */
  callPaid: (
    call: NodeCall & ({ gas: Hex; gasPrice: Hex } | { gas: Hex; maxFeePerGas: Hex; maxPriorityFeePerGas: Hex }),
    override?: StateOverride,
  ) => Promise<{ data: Hex } | { revert: Revert } | { unpaid: string }>
  logs: (filter: {
    address: Hex
    topics: readonly (Hex | null)[]
    from: number
    to: number | 'latest'
  }) => Promise<readonly NodeLog[]>
  /** Broadcasts signed bytes. @returns undefined when a node has them, else its refusal in its own words */
  broadcast: (raw: Hex) => Promise<string | undefined>
}

/** What callers are told while no node answers. */
export type NodeTrouble = {
  code: 'bundler_unavailable' | 'upstream_unavailable'
  /** What becomes of their wishes meanwhile, in a half-sentence. */
  meanwhile: string
}

const ofBundler: NodeTrouble = { code: 'bundler_unavailable', meanwhile: 'operations that were taken wait' }

/** Creates the calls to one network that those who send transactions make. */
export function createChainNode({
  rpc,
  chainId,
  name,
  block = 'pending',
  trouble = ofBundler,
}: {
  rpc: RpcService
  chainId: ChainId
  name: string
  /** The state that calls run on. */
  block?: 'latest' | 'pending'
  trouble?: NodeTrouble
}): ChainNode {
  const toUnavailable = (error: unknown): unknown => {
    if (!(error instanceof ServiceError) || error.code !== 'upstream_unavailable') return error
    return new ServiceError(trouble.code, {
      message: `${name} cannot be reached at the moment; ${trouble.meanwhile}`,
      details: error.details,
      retryAfter: 1,
      cause: error,
    })
  }
  /** A node that cannot say what every node can: another time it may. */
  const toRefused = (method: string, message: string): ServiceError =>
    new ServiceError(trouble.code, {
      message: `${name} does not answer as it should at the moment`,
      details: `${method}: ${message.slice(0, 300)}`,
      retryAfter: 1,
    })
  const outcomeOf = async (method: string, params: readonly unknown[]) => {
    try {
      return await rpc.call({ chainId, call: { method, params } })
    } catch (error) {
      throw toUnavailable(error)
    }
  }
  const request = async <Result>(method: string, params: readonly unknown[] = []): Promise<Result> => {
    const outcome = await outcomeOf(method, params)
    if ('error' in outcome) throw toRefused(method, outcome.error.message)
    return outcome.result as Result
  }

  const callPaid = async (call: NodeCall, override?: StateOverride) => {
    const outcome = await outcomeOf('eth_call', [call, block, ...(override ? [override] : [])])
    if ('result' in outcome) return { data: outcome.result as Hex }
    const { code, message } = outcome.error
    const data = readRevertData(outcome.error.data)
    if (code === 3 || data !== undefined || failedCode.test(message)) return { revert: { data, message } }
    if (unpaidCall.test(message)) return { unpaid: message }
    throw toRefused('eth_call', message)
  }

  return {
    request,
    together: (calls) =>
      rpc.batch({ chainId, calls }).catch((error: unknown) => {
        throw toUnavailable(error)
      }),
    head: async () => {
      type Block = { number: Hex; hash: Hex; timestamp: Hex; baseFeePerGas?: Hex; gasLimit: Hex; gasUsed: Hex }
      const block = await request<Block>('eth_getBlockByNumber', ['latest', false])
      return {
        number: hexToNumber(block.number),
        hash: block.hash,
        time: hexToNumber(block.timestamp),
        baseFee: block.baseFeePerGas === undefined ? undefined : nextBaseFee(block),
        gasLimit: hexToBigInt(block.gasLimit),
      }
    },
    tip: async () => {
      const outcome = await outcomeOf('eth_maxPriorityFeePerGas', [])
      // Not every node knows the method; a small tip is what such chains take.
      return 'result' in outcome && typeof outcome.result === 'string' ? BigInt(outcome.result) : 1_000_000n
    },
    balance: async (account) => hexToBigInt(await request<Hex>('eth_getBalance', [account, 'latest'])),
    code: (account) => request<Hex>('eth_getCode', [account, 'latest']),
    transactionCount: async (account, block) =>
      hexToNumber(await request<Hex>('eth_getTransactionCount', [account, block])),
    receipts: (hashes) =>
      Promise.all(hashes.map((hash) => request<NodeReceipt | null>('eth_getTransactionReceipt', [hash]))),
    isKnown: async (hash) => (await request('eth_getTransactionByHash', [hash])) !== null,
    call: async (call, override) => {
      const outcome = await callPaid(call, override)
      if ('unpaid' in outcome) throw toRefused('eth_call', outcome.unpaid)
      return outcome
    },
    callPaid,
    logs: ({ address, topics, from, to }) =>
      request<readonly NodeLog[]>('eth_getLogs', [
        { address, topics, fromBlock: numberToHex(from), toBlock: to === 'latest' ? to : numberToHex(to) },
      ]),
    broadcast: async (raw) => {
      const outcome = await outcomeOf('eth_sendRawTransaction', [raw])
      return 'error' in outcome ? outcome.error.message : undefined
    },
  }
}

/** Nodes give it as text, or an object around it. */
function readRevertData(data: unknown): Hex | undefined {
  const text = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof text === 'string' && /^0x([0-9a-f]{2})*$/i.test(text) ? (text as Hex) : undefined
}

/** Source: EIP-1559. */
function nextBaseFee(block: { baseFeePerGas?: Hex; gasLimit: Hex; gasUsed: Hex }): bigint {
  const fee = BigInt(block.baseFeePerGas ?? 0)
  const target = BigInt(block.gasLimit) / 2n
  const used = BigInt(block.gasUsed)
  if (target === 0n || used === target) return fee
  if (used < target) return fee - (fee * (target - used)) / target / 8n
  const rise = (fee * (used - target)) / target / 8n
  return fee + (rise > 0n ? rise : 1n)
}
