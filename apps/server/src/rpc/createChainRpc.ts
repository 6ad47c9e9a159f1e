import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { EvmChainConfig, SolanaChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import { chainUnavailable } from './chainUnavailable.ts'
import { createAnswerCache } from './createAnswerCache.ts'
import { createLatencyWindow } from './createLatencyWindow.ts'
import { createUpstream, type Upstream } from './createUpstream.ts'
import { evmFamily } from './evmFamily.ts'
import { isImmutableAnswer } from './immutableAnswer.ts'
import { orderUpstreams } from './orderUpstreams.ts'
import { proveUpstream } from './proveUpstream.ts'
import type { RpcFamily, TransactionCall } from './RpcFamily.ts'
import type { RpcCall, RpcOutcome } from './RpcService.ts'
import { AllFailed, raceUpstreams } from './raceUpstreams.ts'
import type { RpcMetrics } from './rpcMetrics.ts'
import type { JsonRpcReply } from './sendJsonRpc.ts'
import { solanaFamily } from './solanaFamily.ts'

/** Calls of one chain. A family without JSON-RPC nodes has its own implementation (`createRpcService`). */
export type ChainRpc = {
  upstreams: readonly Pick<Upstream, 'label' | 'ws' | 'serving' | 'wrongChain' | 'trouble' | 'probe'>[]
  call: (options: { call: RpcCall; signal?: AbortSignal | undefined }) => Promise<RpcOutcome>
  batch: (options: {
    calls: readonly RpcCall[]
    cached?: boolean | undefined
    signal?: AbortSignal | undefined
  }) => Promise<readonly RpcOutcome[]>
}

/** A node answered with an error that another node may not return. */
class NodeRefusal extends Error {
  readonly outcomes: readonly RpcOutcome[]
  readonly limited: boolean

  constructor(outcomes: readonly RpcOutcome[], limited: boolean) {
    super(outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error.message] : []))[0] ?? 'refused')
    this.outcomes = outcomes
    this.limited = limited
  }
}

/** Creates the failover of one chain's upstreams. */
export function createChainRpc({
  chain,
  context: { log, shutdown },
  metrics,
  random,
}: {
  chain: EvmChainConfig | SolanaChainConfig
  context: Pick<Context, 'log' | 'shutdown'>
  metrics: RpcMetrics
  random: () => number
}): ChainRpc {
  const { chainId } = chain
  const family = isEvmChain(chain) ? evmFamily : solanaFamily
  const upstreams = chain.upstreams.map(({ url, ws, weight }, index) =>
    createUpstream({
      chainId,
      url,
      ws,
      configuredWeight: weight,
      label: `${new URL(url).host}#${index}`,
      log,
      metrics,
      signal: shutdown.signal,
      isExact: family.isExact,
    }),
  )
  const cache = createAnswerCache()
  const latencies = createLatencyWindow()
  const inFlight = new Map<string, Promise<RpcOutcome>>()
  let head: number | undefined

  const reorgDepth = isEvmChain(chain) ? chain.indexer.reorgDepth : 0
  const finalBlock = () => (head === undefined ? undefined : head - reorgDepth)

  /** Tracks the head. A head that fell by more than any reorganization means another chain history, so the cache is cleared. */
  const observe = ({ method, params }: RpcCall, outcome: RpcOutcome) => {
    if (!('result' in outcome)) return
    const { result } = outcome
    const isLatest = method === 'eth_getBlockByNumber' && params?.[0] === 'latest'
    const number =
      method === 'eth_blockNumber'
        ? result
        : isLatest && typeof result === 'object' && result !== null && 'number' in result
          ? result.number
          : undefined
    if (typeof number !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(number)) return
    const seen = Number(number)
    if (head !== undefined && seen < head - reorgDepth) {
      cache.clear()
      head = seen
    } else head = Math.max(head ?? 0, seen)
  }

  const send = async ({
    calls,
    hedge,
    signal,
    onFailure,
  }: {
    calls: readonly RpcCall[]
    hedge: boolean
    /** Called for every request that failed, or whose answer another node may not give. */
    onFailure?: (error: unknown) => void
    signal?: AbortSignal | undefined
  }): Promise<JsonRpcReply> => {
    const candidates = await orderUpstreams({ upstreams, random })
    try {
      return await raceUpstreams({
        candidates,
        hedgeAfter: hedge ? latencies.percentile95() : undefined,
        signal,
        attempt: async (upstream, attemptSignal) => {
          await proveUpstream(upstream)
          const start = performance.now()
          const reply = await upstream.send({ calls, signal: attemptSignal }).catch((error: unknown) => {
            onFailure?.(error)
            throw error
          })
          latencies.add(performance.now() - start)
          const kinds = reply.outcomes.map((outcome) =>
            'error' in outcome ? family.classify(outcome.error) : 'answer',
          )
          if (kinds.some((kind) => kind === 'limit' || kind === 'node' || kind === 'behind')) {
            // If a part of a batch was answered, the rest gets its errors call by call, unless another node does better.
            const refusal = new NodeRefusal(reply.outcomes, kinds.includes('limit') && !kinds.includes('answer'))
            onFailure?.(refusal)
            throw refusal
          }
          return reply
        },
      })
    } catch (error) {
      if (!(error instanceof AllFailed)) throw error
      const refusal = error.errors.find((one) => one instanceof NodeRefusal && !one.limited)
      // If every reachable node said so, it is the answer.
      if (refusal instanceof NodeRefusal)
        return {
          outcomes: refusal.outcomes.map(family.hidesBehind ? toWorthRetrying(family) : (outcome) => outcome),
          bytes: 0,
        }
      throw chainUnavailable({ chain, upstreams, errors: error.errors })
    }
  }

  const store = (call: RpcCall, outcome: RpcOutcome, key: string, bytes: number) => {
    observe(call, outcome)
    if ('result' in outcome && isImmutableAnswer({ call, result: outcome.result, finalBlock: finalBlock() })) {
      cache.set(key, outcome.result, bytes)
    }
  }

  /**
   * Submits a transaction to one node after the other, never to two at once. A node that already has it does not cause a failure, because
   * the same bytes are the same transaction. If a node's answer was lost, it may have accepted the transaction. Then another node's
   * rejection does not count: the transaction is found, or its state is unknown.
   */
  const sendTransaction = async (call: RpcCall, transaction: TransactionCall): Promise<RpcOutcome> => {
    // No abort signal: a transaction that may have been sent cannot be recalled.
    let mayHaveLeft = false
    const { outcomes } = await send({
      calls: [call],
      hedge: false,
      onFailure: (error) => {
        mayHaveLeft ||= !isRefusal(error)
      },
    }).catch((error: unknown) => {
      if (!mayHaveLeft) throw error
      return { outcomes: [] }
    })
    const outcome = single(outcomes)
    if ('result' in outcome || !(mayHaveLeft || transaction.mayBeThere(outcome.error))) return outcome
    if (await isAnywhere(transaction)) return { result: transaction.id }
    if (mayHaveLeft) throw chainUnavailable({ chain, upstreams, errors: [new Error(outcome.error.message)] })
    return outcome
  }

  /**
   * Returns whether any node knows a transaction. Returns false only if each node answered that it does not.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  const isAnywhere = async ({ lookUp, isThere }: TransactionCall): Promise<boolean> => {
    const candidates = await orderUpstreams({ upstreams, random, limit: upstreams.length })
    const look = async (upstream: Upstream): Promise<'there' | 'missing' | Error> => {
      try {
        await proveUpstream(upstream)
        const outcome = single((await upstream.send({ calls: [lookUp] })).outcomes)
        if ('error' in outcome) return new Error(outcome.error.message)
        return isThere(outcome.result) ? 'there' : 'missing'
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error))
      }
    }
    const troubles: Error[] = []
    for (const candidate of candidates) {
      const found = await look(candidate)
      if (found === 'there') return true
      if (found !== 'missing') troubles.push(found)
    }
    if (troubles.length > 0 || candidates.length === 0) throw chainUnavailable({ chain, upstreams, errors: troubles })
    return false
  }

  return {
    upstreams,
    call: ({ call, signal }) => {
      const key = keyOf(call)
      const cached = cache.get(key)
      if (cached) return Promise.resolve({ result: cached.result })
      const running = inFlight.get(key)
      if (running) return running
      const transaction = family.readTransaction(call)
      const isRead = family.isRead(call.method)
      const work = async (): Promise<RpcOutcome> => {
        if (transaction) return sendTransaction(call, transaction)
        const { outcomes, bytes } = await send({ calls: [call], hedge: isRead, signal })
        const outcome = single(outcomes)
        store(call, outcome, key, bytes)
        return outcome
      }
      // Do not share calls with a signal, because an abort would end them for other callers. Writes are shared by their bytes.
      if (signal || !(transaction || isRead)) return work()
      const promise = work().finally(() => inFlight.delete(key))
      inFlight.set(key, promise)
      return promise
    },
    batch: async ({ calls, cached = false, signal }) => {
      if (calls.length === 0) return []
      const keys = cached ? calls.map(keyOf) : []
      const outcomes = calls.map((_, index): RpcOutcome | undefined => {
        const entry = cached ? cache.get(keys[index] ?? '') : undefined
        return entry && { result: entry.result }
      })
      const missing = calls.flatMap((call, index) => (outcomes[index] ? [] : [{ call, index }]))
      if (missing.length > 0) {
        const reply = await send({ calls: missing.map(({ call }) => call), hedge: false, signal })
        missing.forEach(({ call, index }, position) => {
          const outcome = reply.outcomes[position]
          outcomes[index] = outcome
          if (!outcome) return
          if (cached) store(call, outcome, keys[index] ?? '', reply.bytes / missing.length)
          else observe(call, outcome)
        })
      }
      return outcomes.map((outcome) => outcome ?? { error: { code: -32603, message: 'No answer' } })
    },
  }
}

/** Returns whether a node definitely rejected a transaction. A node that failed or timed out may have accepted it. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof NodeRefusal &&
    error.outcomes.every((outcome) => !('error' in outcome) || !/timed? ?out|internal/i.test(outcome.error.message))
  )
}

function keyOf({ method, params = [] }: RpcCall): string {
  return `${method} ${JSON.stringify(params)}`
}

/** No node has reached the block. That is no mistake of the caller, as the node's code (-32602) would suggest, so a retry helps. */
function toWorthRetrying({ classify }: RpcFamily): (outcome: RpcOutcome) => RpcOutcome {
  return (outcome) =>
    'error' in outcome && classify(outcome.error) === 'behind'
      ? { error: { code: -32603, message: outcome.error.message, data: { code: 'upstream_unavailable' } } }
      : outcome
}

function single(outcomes: readonly RpcOutcome[]): RpcOutcome {
  return outcomes[0] ?? { error: { code: -32603, message: 'No answer' } }
}
