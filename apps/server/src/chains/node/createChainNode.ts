import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hexToBigInt, hexToNumber, numberToHex } from 'viem/utils'
import type { RpcCall, RpcOutcome, RpcService } from '../../rpc/RpcService.ts'

type Hex = `0x${string}`

/** Error of a failed call. */
export type Revert = { data: Hex | undefined; message: string }

/** Header of a block, with the fields for fees and limits. */
export type ChainHead = {
  number: number
  hash: Hex
  /** Unix seconds. */
  time: number
  /** Base fee of the next block in wei; undefined if the chain has a single gas price. */
  baseFee: bigint | undefined
  gasLimit: bigint
}

/** A transaction's receipt in the node's format. */
export type NodeReceipt = {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: Hex
  status: Hex
  gasUsed: Hex
  logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex; logIndex: Hex }[]
} & Readonly<Record<string, unknown>>

/** A log in the node's format. */
export type NodeLog = { address: Hex; topics: readonly Hex[]; data: Hex; transactionHash: Hex; blockNumber: Hex }

/** Code and balance of accounts for the duration of a call. */
export type StateOverride = Readonly<Record<Hex, { code?: Hex; balance?: Hex }>>

/** A call to simulate. */
export type NodeCall = { from: Hex; to: Hex; data: Hex; value?: Hex; gas?: Hex }

/**
 * Node messages for failing code, which are the same on every node. Other errors, such as a timeout, are not caused by the
 * code. Sources: geth's core/vm/errors.go; revm's halts, in anvil's wording.
 */
const failedCode =
  /^(execution reverted|out of gas|invalid opcode|invalid jump destination|stack (underflow|overflow|limit reached)|EVM error )/i
/** Node messages for an account without enough funds, or a fee below that of the next block. */
const unpaidCall = /insufficient (funds|balance)|not enough funds|fee cap|max ?fee ?per ?gas|base fee/i

/** Calls to one network's node. Every method throws a ServiceError during an outage, with the code from the creation. */
export type ChainNode = {
  request: <Result>(method: string, params?: readonly unknown[]) => Promise<Result>
  /** Sends several calls to one node, so that their results are consistent. */
  together: (calls: readonly RpcCall[]) => Promise<readonly RpcOutcome[]>
  head: () => Promise<ChainHead>
  tip: () => Promise<bigint>
  balance: (account: Hex) => Promise<bigint>
  code: (account: Hex) => Promise<Hex>
  /** Next nonce of the account. */
  transactionCount: (account: Hex, block: 'latest' | 'pending') => Promise<number>
  receipts: (hashes: readonly Hex[]) => Promise<readonly (NodeReceipt | null)[]>
  isKnown: (hash: Hex) => Promise<boolean>
  /** @returns the result of the call, or why its code fails */
  call: (call: NodeCall, override?: StateOverride) => Promise<{ data: Hex } | { revert: Revert }>
  /**
   * Runs a call with a gas price, like the chain would.
   *
   * @returns the result, why its code fails, or why the account cannot pay, in the node's words
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
  /** Broadcasts signed bytes. @returns undefined if a node accepted them, else its message */
  broadcast: (raw: Hex) => Promise<string | undefined>
}

/** Texts of errors during an outage. */
export type NodeTrouble = {
  code: 'bundler_unavailable' | 'upstream_unavailable'
  /** Consequence for the caller's request, as a half-sentence. */
  meanwhile: string
}

const ofBundler: NodeTrouble = { code: 'bundler_unavailable', meanwhile: 'operations that were taken wait' }

/** Creates the calls to one network for services that send transactions. */
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
  /** State on which calls run. */
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
  /** Creates the error for a node without a result for a basic method. It may be temporary. */
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
      // Not every node has the method. Chains without it accept a small tip.
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

/** Nodes return the data as text, or in an object. */
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
