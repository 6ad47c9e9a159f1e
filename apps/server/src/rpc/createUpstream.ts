import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { Logger } from 'pino'
import type { RpcCall } from './RpcService.ts'
import type { RpcMetrics } from './rpcMetrics.ts'
import { type JsonRpcReply, sendJsonRpc } from './sendJsonRpc.ts'
import { UpstreamFailure } from './UpstreamFailure.ts'

/** One node of a chain, with its health. */
export type Upstream = {
  /** Its host, without path and key. */
  label: string
  ws: string | undefined
  /** Returns whether it is proven to be on the right chain, and not resting after failures. */
  serving: () => boolean
  /** Returns whether it is proven to be on another chain. It is not used until a probe succeeds. */
  wrongChain: () => boolean
  /** Returns its share of the calls: the configured weight, reduced after failures and for slow answers. */
  weight: (options: { fastest: number }) => number
  /** Mean milliseconds of its recent answers. Undefined before the first. */
  latency: () => number | undefined
  /** Returns why it does not serve. */
  trouble: () => string | undefined
  /** Asks it for its chain now. Concurrent calls share one probe. */
  probe: () => Promise<boolean>
  /** @throws UpstreamFailure */
  send: (options: { calls: readonly RpcCall[]; signal?: AbortSignal | undefined }) => Promise<JsonRpcReply>
}

const timeout = 10_000
const probeTimeout = 2_000
/** Milliseconds after which a serving node is asked for its chain again. */
const recheckInterval = 60_000
/** Consecutive failures after which a node rests. */
const failuresToRest = 3
const firstRetry = 250
const lastRetry = 5_000
const windowSize = 100
/** Milliseconds behind the fastest node above which a node loses weight. */
const tolerableLag = 150

/** Creates an upstream. It probes itself while it rests, until `signal` is aborted. */
export function createUpstream({
  chainId,
  url,
  ws,
  configuredWeight,
  label,
  log,
  metrics,
  signal,
  isExact = false,
  exchange = sendJsonRpc,
}: {
  chainId: ChainId
  url: string
  ws: string | undefined
  configuredWeight: number
  label: string
  log: Logger
  metrics: RpcMetrics
  signal: AbortSignal
  /** Keeps every digit of large numbers. */
  isExact?: boolean
  /** Replaces JSON-RPC for other nodes. It must also answer the call that proves the chain. */
  exchange?: typeof sendJsonRpc
}): Upstream {
  let state: 'unproven' | 'serving' | 'resting' | 'wrong-chain' = 'unproven'
  let trouble: string | undefined
  let failuresInARow = 0
  let retry = firstRetry
  let timer: NodeJS.Timeout | undefined
  let probing: Promise<boolean> | undefined
  const window: { ok: boolean; milliseconds: number }[] = []

  const become = (next: typeof state, why?: string) => {
    if (state !== next)
      log[next === 'serving' ? 'info' : 'warn']({ chainId, upstream: label, why }, `RPC upstream: ${next}`)
    state = next
    trouble = why
    metrics.serving.set({ chain: chainId, upstream: label }, next === 'serving' ? 1 : 0)
  }

  const schedule = (delay: number) => {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(() => void upstream.probe(), delay)
    timer.unref()
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  const record = ({ ok, milliseconds, reason }: { ok: boolean; milliseconds: number; reason?: UpstreamFailure }) => {
    window.push({ ok, milliseconds })
    if (window.length > windowSize) window.shift()
    metrics.requests.inc({ chain: chainId, upstream: label, outcome: reason?.reason ?? 'ok' })
    metrics.seconds.observe({ chain: chainId, upstream: label }, milliseconds / 1000)
    failuresInARow = ok ? 0 : failuresInARow + 1
    if (failuresInARow >= failuresToRest && state === 'serving') {
      become('resting', reason?.message)
      retry = firstRetry
      schedule(retry)
    }
  }

  const runProbe = async (): Promise<boolean> => {
    try {
      const { outcomes } = await exchange({ url, calls: [probeCall(chainId)], timeout: probeTimeout, signal })
      const [outcome] = outcomes
      const result = outcome && 'result' in outcome ? outcome.result : undefined
      if (result === undefined) throw new UpstreamFailure('garbage', 'It does not return its chain ID')
      if (!isChain({ chainId, result })) {
        become('wrong-chain', `It is on another chain: ${String(result).slice(0, 80)}`)
        schedule(lastRetry)
        return false
      }
      failuresInARow = 0
      retry = firstRetry
      become('serving')
      schedule(recheckInterval)
      return true
    } catch (error) {
      if (signal.aborted) return false
      // A serving node that misses one probe may be busy with our own calls. It rests only after several consecutive failures.
      if (state === 'serving') {
        failuresInARow += 1
        if (failuresInARow < failuresToRest) {
          schedule(firstRetry)
          return true
        }
      }
      become('resting', error instanceof Error ? error.message : String(error))
      retry = Math.min(retry * 2, lastRetry)
      schedule(retry)
      return false
    }
  }

  const upstream: Upstream = {
    label,
    ws,
    serving: () => state === 'serving',
    wrongChain: () => state === 'wrong-chain',
    weight: ({ fastest }) => {
      const failed = window.reduce((count, { ok }) => count + (ok ? 0 : 1), 0)
      const success = window.length === 0 ? 1 : 1 - failed / window.length
      const lag = (upstream.latency() ?? fastest) - fastest
      return configuredWeight * Math.max(0.01, success ** 4) * (tolerableLag / Math.max(tolerableLag, lag))
    },
    latency: () => {
      const good = window.filter(({ ok }) => ok)
      return good.length === 0 ? undefined : good.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / good.length
    },
    trouble: () => trouble,
    probe: () => {
      probing ??= runProbe().finally(() => {
        probing = undefined
      })
      return probing
    },
    send: async ({ calls, signal: callerSignal }) => {
      const start = performance.now()
      try {
        const reply = await exchange({ url, calls, timeout, isExact, signal: callerSignal })
        record({ ok: true, milliseconds: performance.now() - start })
        return reply
      } catch (error) {
        const milliseconds = performance.now() - start
        if (error instanceof UpstreamFailure) {
          // We aborted the request. That is no failure of the node, unless another one was much faster.
          if (!callerSignal?.aborted) record({ ok: false, milliseconds, reason: error })
          else if (callerSignal.reason === overtaken && milliseconds > 1_000) {
            record({
              ok: false,
              milliseconds,
              reason: new UpstreamFailure('slow', 'Another node was much faster'),
            })
          }
        }
        throw error
      }
    },
  }
  return upstream
}

/** Abort reason of a request that another upstream answered first. */
export const overtaken = Symbol('overtaken')

/** Returns the call whose answer proves the chain, per family. */
function probeCall(chainId: ChainId): RpcCall {
  const { namespace } = parseChainId(chainId)
  if (namespace === 'solana') return { method: 'getGenesisHash' }
  return namespace === 'bip122' ? { method: 'getblockhash', params: [0] } : { method: 'eth_chainId' }
}

function isChain({ chainId, result }: { chainId: ChainId; result: unknown }): boolean {
  const { namespace, reference } = parseChainId(chainId)
  if (typeof result !== 'string') return false
  // CAIP-2: the reference of these families is the start of the genesis hash.
  if (namespace !== 'eip155') return result.startsWith(reference)
  return /^0x[0-9a-f]+$/i.test(result) && BigInt(result) === BigInt(reference)
}
