import type { ChainId } from '@latchkey/protocol'
import type { Hex, RpcBlock, RpcReceipt } from '../chains/rpcTypes.ts'
import { split } from '../platform/split.ts'
import type { RpcCall, RpcOutcome, RpcService } from '../rpc/RpcService.ts'
import type { BlockTraces } from './readTraces.ts'
import type { TraceReader } from './traceReader.ts'

/** A block with its receipts and traces. `traces` is undefined if the node has none. */
export type FetchedBlock = {
  number: number
  /** Unix seconds. */
  time: number
  block: RpcBlock
  receipts: readonly RpcReceipt[]
  traces: BlockTraces | undefined
}

/** The chain changed during the read, or two nodes disagree: read the head again. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved'
}

/** The node refuses a range of this size. */
export class RangeRefused extends Error {
  override readonly name = 'RangeRefused'
}

/** Reads ranges of blocks. */
export type RangeFetcher = {
  fetch: (options: { from: number; to: number; signal?: AbortSignal | undefined }) => Promise<FetchedBlock[]>
}

/** Calls per HTTP request; public nodes accept this many. */
const perRequest = 100
const unknownMethod =
  /method.*(not (found|supported|available|exist)|unknown|unsupported)|does not exist|not whitelisted/i

/**
 * Reads blocks with their transactions and all receipts. The logs are part of the receipts, so a separate `eth_getLogs` is
 * not needed. The same bytes are sent once. Every log belongs to the stored block hash, even during a reorganization or with
 * several nodes. Without `eth_getBlockReceipts`, it requests the receipts one by one.
 */
export function createRangeFetcher({
  rpc,
  chainId,
  traces,
}: {
  rpc: RpcService
  chainId: ChainId
  traces: TraceReader
}): RangeFetcher {
  let blockReceipts: boolean | undefined

  const send = async (calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcOutcome[]> => {
    const answers = await Promise.all(
      split(calls, perRequest).map((chunk) =>
        rpc.batch(signal ? { chainId, calls: chunk, signal } : { chainId, calls: chunk }),
      ),
    )
    return answers.flat()
  }

  const receiptsOf = async (blocks: readonly RpcBlock[], signal: AbortSignal | undefined): Promise<RpcReceipt[][]> => {
    const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
    const outcomes = await send(
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      signal,
    )
    let position = 0
    return blocks.map(({ transactions }) =>
      transactions.map(() => resultOf<RpcReceipt>(outcomes[position++], 'receipt')),
    )
  }

  return {
    fetch: async ({ from, to, signal }) => {
      const tags = Array.from({ length: to - from + 1 }, (_, index): Hex => `0x${(from + index).toString(16)}`)
      const blockCalls = tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, true] }))
      const receiptCalls = tags.map((tag) => ({ method: 'eth_getBlockReceipts', params: [tag] }))
      if (blockReceipts === undefined) {
        const [outcome] = await send(receiptCalls.slice(0, 1), signal)
        const missing = outcome && 'error' in outcome && isUnknownMethod(outcome.error)
        blockReceipts = !missing
      }
      const outcomes = await send(blockReceipts ? [...blockCalls, ...receiptCalls] : blockCalls, signal)
      const blocks = tags.map((_, index) => resultOf<RpcBlock>(outcomes[index], 'block'))
      const receipts = blockReceipts
        ? blocks.map((block, index) => receiptsFor(block, outcomes[tags.length + index]))
        : await receiptsOf(blocks, signal)

      const fetched = blocks.map((block, index): FetchedBlock => {
        const number = Number(block.number)
        if (number !== from + index) throw new ChainMoved(`Asked for block ${from + index}, got ${block.number}`)
        const own = receipts[index] ?? []
        // Receipts of another block with the same number: the chain changed between two responses.
        if (own.length !== block.transactions.length || own.some(({ blockHash }) => blockHash !== block.hash)) {
          throw new ChainMoved(`Block ${number} and its receipts do not belong together`)
        }
        if (index > 0 && blocks[index - 1]?.hash !== block.parentHash) {
          throw new ChainMoved(`Block ${number} does not follow the block before it`)
        }
        return { number, time: Number(block.timestamp), block, receipts: own, traces: undefined }
      })
      const found = await traces.read({ blocks: fetched, signal })
      return fetched.map((block) => ({ ...block, traces: found.get(block.number) }))
    },
  }
}

/** Returns the receipts of a block in the order of its transactions. Some nodes return none for an empty block. */
function receiptsFor({ transactions }: RpcBlock, outcome: RpcOutcome | undefined): RpcReceipt[] {
  if (transactions.length === 0) return []
  const receipts = resultOf<RpcReceipt[]>(outcome, 'receipts')
  if (receipts.every(({ transactionHash }, index) => transactionHash === transactions[index]?.hash)) return receipts
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  return transactions.flatMap(({ hash }) => byHash.get(hash) ?? [])
}

/** @throws ChainMoved if the node does not have the data, RangeRefused if it refuses */
function resultOf<Result>(outcome: RpcOutcome | undefined, what: string): Result {
  if (outcome && 'result' in outcome) {
    if (typeof outcome.result === 'object' && outcome.result !== null) return outcome.result as Result
    throw new ChainMoved(`The node does not know the ${what} any more, or not yet`)
  }
  throw new RangeRefused(`The node refused the ${what}: ${outcome?.error.message ?? 'no answer'}`)
}

/** Returns whether an error means that the node lacks the method, not that this call was wrong. */
export function isUnknownMethod({ code, message }: { code: number; message: string }): boolean {
  return code === -32601 || code === -32004 || unknownMethod.test(message)
}
