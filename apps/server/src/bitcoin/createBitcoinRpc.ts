import type { BitcoinChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { ChainRpc } from '../rpc/createChainRpc.ts'
import type { RpcCall, RpcOutcome } from '../rpc/RpcService.ts'
import type { RpcMetrics } from '../rpc/rpcMetrics.ts'
import { createEsploraClient } from './esplora/createEsploraClient.ts'
import { createEsploraReader } from './esplora/createEsploraReader.ts'
import { isEsploraMethod } from './esplora/esploraCalls.ts'
import { answerBitcoinCall } from './gateway/answerBitcoinCall.ts'

/** Number of concurrent calls of a batch. Each call is one or more requests. */
const atOnce = 8

/**
 * Creates the calls of a Bitcoin network: the gateway's methods (`answerBitcoinCall`), and the requests of the server's own
 * readers, with the prefix `esplora.…`. The gateway refuses the latter from clients.
 *
 * @param options.random uniform in [0, 1), for the weighted choice
 */
export function createBitcoinRpc({
  chain,
  context,
  metrics,
  random = Math.random,
}: {
  chain: BitcoinChainConfig
  context: Pick<Context, 'log' | 'shutdown'>
  metrics: RpcMetrics
  random?: () => number
}): ChainRpc {
  const esplora = createEsploraClient({ chain, context, metrics, random })
  const answer = async (call: RpcCall, signal: AbortSignal | undefined): Promise<RpcOutcome> => {
    const { method, params = [] } = call
    if (isEsploraMethod(method)) {
      return esplora.ask({
        method,
        params: params.map((part) => (typeof part === 'number' ? part : String(part))),
        signal,
      })
    }
    const reader = createEsploraReader({ ask: (request) => esplora.ask({ ...request, signal }) })
    return answerBitcoinCall({ call, reader, chain })
  }
  return {
    upstreams: esplora.upstreams,
    call: ({ call, signal }) => answer(call, signal),
    batch: async ({ calls, signal }) => {
      const outcomes = new Array<RpcOutcome>(calls.length)
      const queue = [...calls.entries()]
      const work = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [index, call] = next
          outcomes[index] = await answer(call, signal)
        }
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, calls.length) }, work))
      return outcomes
    },
  }
}
