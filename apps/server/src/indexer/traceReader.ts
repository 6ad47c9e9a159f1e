import type { ChainId } from '@latchkey/protocol'
import type { Logger } from 'pino'
import { split } from '../platform/split.ts'
import type { RpcCall, RpcOutcome, RpcService } from '../rpc/RpcService.ts'
import { type FetchedBlock, isUnknownMethod } from './fetchRange.ts'
import { type BlockTraces, readCallTracer, readFlatTraces } from './readTraces.ts'

/** Detects how a node traces, and reads internal transfers that way. */
export type TraceReader = {
  /** Reads internal transfers by block number. Blocks that the node does not trace are missing. */
  read: (options: {
    blocks: readonly FetchedBlock[]
    signal?: AbortSignal | undefined
  }) => Promise<ReadonlyMap<number, BlockTraces>>
  /** Whether the node traced every block of the last range that needed a trace. */
  works: () => boolean
}

const kinds = ['debug', 'flat'] as const
type Kind = (typeof kinds)[number]

const noTraces: BlockTraces = new Map()
/** Blocks per HTTP request, because tracing is the most expensive request to a node. */
const perRequest = 20

/**
 * Creates the reader of traces. It uses `debug_traceBlockByNumber` (callTracer) or `trace_block`, and tries the method first
 * that worked last. Missing or pruned traces are skipped, and logged once.
 */
export function createTraceReader({
  rpc,
  chainId,
  enabled,
  log,
}: {
  rpc: RpcService
  chainId: ChainId
  enabled: boolean
  log: Logger
}): TraceReader {
  let offered: Kind[] = enabled ? [...kinds] : []
  let works = enabled
  let told = false

  const ask = async (kind: Kind, blocks: readonly FetchedBlock[], signal: AbortSignal | undefined) => {
    const found = new Map<number, BlockTraces>()
    let unknown = false
    for (const chunk of split(blocks, perRequest)) {
      const calls = chunk.map(({ number }) => traceCall(kind, number))
      const outcomes = await rpc.batch(signal ? { chainId, calls, signal } : { chainId, calls })
      chunk.forEach(({ number, block }, index) => {
        const outcome = outcomes[index]
        if (outcome && 'error' in outcome && isUnknownMethod(outcome.error)) unknown = true
        const traces = readOutcome(kind, outcome, block.transactions.length)
        if (traces) found.set(number, traces)
      })
      // If the first blocks have no traces, the node has pruned the older ones as well.
      if (found.size === 0) break
    }
    return { found, unknown }
  }

  return {
    works: () => works,
    read: async ({ blocks, signal }) => {
      const result = new Map<number, BlockTraces>()
      const missing = new Map<number, FetchedBlock>()
      for (const fetched of blocks) {
        // Without a contract call, there are no internal transfers.
        if (fetched.block.transactions.some(({ input, to }) => input !== '0x' || to === null)) {
          missing.set(fetched.number, fetched)
        } else result.set(fetched.number, noTraces)
      }
      for (const kind of [...offered]) {
        if (missing.size === 0) break
        const { found, unknown } = await ask(kind, [...missing.values()], signal).catch((error) => {
          if (signal?.aborted) throw error
          return { found: new Map<number, BlockTraces>(), unknown: false }
        })
        if (unknown) offered = offered.filter((other) => other !== kind)
        for (const [number, traces] of found) {
          result.set(number, traces)
          missing.delete(number)
        }
        if (found.size > 0) offered = [kind, ...offered.filter((other) => other !== kind)]
      }
      if (missing.size > 0 && enabled && !told) {
        told = true
        const [block] = missing.keys()
        log.warn(
          { chainId, block },
          'The node has no traces of this block: histories lack native transfers of contracts, and balances are read from the chain',
        )
      }
      if (enabled && (missing.size > 0 || result.size > 0)) works = missing.size === 0
      return result
    },
  }
}

function traceCall(kind: Kind, number: number): RpcCall {
  const tag = `0x${number.toString(16)}`
  return kind === 'debug'
    ? { method: 'debug_traceBlockByNumber', params: [tag, { tracer: 'callTracer' }] }
    : { method: 'trace_block', params: [tag] }
}

function readOutcome(kind: Kind, outcome: RpcOutcome | undefined, transactionCount: number): BlockTraces | undefined {
  if (!outcome || !('result' in outcome)) return undefined
  return kind === 'debug' ? readCallTracer(outcome.result) : readFlatTraces(outcome.result, transactionCount)
}
