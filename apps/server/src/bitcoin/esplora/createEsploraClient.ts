import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinChainConfig } from '../../platform/config/ServerConfig.ts'
import type { Context } from '../../platform/context.ts'
import { chainUnavailable } from '../../rpc/chainUnavailable.ts'
import { createLatencyWindow } from '../../rpc/createLatencyWindow.ts'
import { createUpstream, type Upstream } from '../../rpc/createUpstream.ts'
import { orderUpstreams } from '../../rpc/orderUpstreams.ts'
import { proveUpstream } from '../../rpc/proveUpstream.ts'
import type { RpcOutcome } from '../../rpc/RpcService.ts'
import { AllFailed, raceUpstreams } from '../../rpc/raceUpstreams.ts'
import type { RpcMetrics } from '../../rpc/rpcMetrics.ts'
import { createQueue } from './createQueue.ts'
import type { EsploraMethod } from './esploraCalls.ts'
import { sendEsplora } from './sendEsplora.ts'

/** Combines the Esplora servers of a Bitcoin network. */
export type EsploraClient = {
  upstreams: readonly Upstream[]
  /**
   * @returns the answer, or Bitcoin Core's refusal
   * @throws LatchkeyError `upstream_unavailable` in three cases:
   * - every server failed
   * - a failed server may have accepted a transaction that another one refuses
   * - a server failed, and the others do not have the requested data
   */
  ask: (options: {
    method: EsploraMethod
    params?: readonly (string | number)[]
    signal?: AbortSignal | undefined
  }) => Promise<RpcOutcome>
}

/** Maximum number of concurrent requests per network in this process, and of waiting ones. */
const atOnce = 64
const mostWaiting = 1_000

/** A server does not have the data. A server with newer blocks may have it. */
class Missing extends Error {}

/**
 * Creates the failover between a Bitcoin network's Esplora servers. It chooses them by weight, health and speed, sends a
 * second request if one is late, and tries the next if one fails. A transaction is submitted to one server after the other,
 * never to two at once. Repeating it is harmless, because the bytes are the same transaction.
 *
 * @param options.random uniform in [0, 1), for the weighted choice
 */
export function createEsploraClient({
  chain,
  context: { log, shutdown },
  metrics,
  random,
}: {
  chain: BitcoinChainConfig
  context: Pick<Context, 'log' | 'shutdown'>
  metrics: RpcMetrics
  random: () => number
}): EsploraClient {
  const { chainId } = chain
  const upstreams = chain.upstreams.map(({ url, weight }, index) =>
    createUpstream({
      ...{ chainId, url, log, metrics, ws: undefined, configuredWeight: weight, exchange: sendEsplora },
      label: `${new URL(url).host}#${index}`,
      signal: shutdown.signal,
    }),
  )
  const latencies = createLatencyWindow()
  const inFlight = new Map<string, Promise<RpcOutcome>>()
  const queue = createQueue({ atOnce, mostWaiting })

  const race: EsploraClient['ask'] = async ({ method, params = [], signal }) => {
    const isBroadcast = method === 'esplora.broadcast'
    // Ask every server for missing data: it only counts as missing if all of them lack it.
    const candidates = await orderUpstreams({ upstreams, random, limit: upstreams.length })
    let mayHaveLeft = false
    try {
      const answer = await raceUpstreams({
        candidates,
        hedgeAfter: isBroadcast ? undefined : latencies.percentile95(),
        // A broadcast cannot be aborted, because it may have been received.
        signal: isBroadcast ? undefined : signal,
        attempt: async (upstream, attemptSignal): Promise<RpcOutcome> => {
          await proveUpstream(upstream)
          const start = performance.now()
          const { outcomes } = await upstream
            .send({ calls: [{ method, params }], signal: attemptSignal })
            .catch((error: unknown) => {
              mayHaveLeft = isBroadcast
              throw error
            })
          latencies.add(performance.now() - start)
          const [outcome] = outcomes
          if (!outcome) throw new Error('No answer')
          if ('result' in outcome && outcome.result === null) throw new Missing('It is not there')
          return outcome
        },
      })
      // A server may have accepted the transaction without an answer. A refusal by another one does not disprove that.
      if (mayHaveLeft && 'error' in answer)
        throw chainUnavailable({ chain, upstreams, errors: [new Error(answer.error.message)] })
      return answer
    } catch (error) {
      if (!(error instanceof AllFailed)) throw error
      const isNowhere = error.errors.length > 0 && error.errors.every((one) => one instanceof Missing)
      if (isNowhere) return { result: null }
      throw chainUnavailable({ chain, upstreams, errors: error.errors })
    }
  }

  const send: EsploraClient['ask'] = async (request) => {
    // A broadcast skips the queue of reads.
    if (request.method === 'esplora.broadcast') return race(request)
    const leave = await queue.enter()
    if (!leave) {
      throw new ServiceError('upstream_unavailable', {
        field: 'chainId',
        message: `${chain.name} receives too many requests at the moment`,
        retryAfter: 1,
      })
    }
    try {
      request.signal?.throwIfAborted()
      return await race(request)
    } finally {
      leave()
    }
  }

  return {
    upstreams,
    ask: ({ method, params = [], signal }) => {
      // A caller with its own signal may abort, which must not affect other callers.
      if (signal) return send({ method, params, signal })
      const key = `${method} ${params.join(' ')}`
      const running = inFlight.get(key)
      if (running) return running
      const promise = send({ method, params }).finally(() => inFlight.delete(key))
      inFlight.set(key, promise)
      return promise
    },
  }
}
