import type { ChainId } from '@latchkey/protocol'
import { isBitcoinChain } from '../platform/config/chainConfig.ts'
import type { BitcoinChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import { type ChainRpc, createChainRpc } from './createChainRpc.ts'
import { RpcError } from './RpcError.ts'
import type { RpcService } from './RpcService.ts'
import { createRpcMetrics, type RpcMetrics } from './rpcMetrics.ts'

/** The service, with the additional data for health checks and the WebSocket gateway. */
export type RpcServiceWithUpstreams = RpcService & {
  chains: ReadonlyMap<ChainId, ChainRpc>
}

/**
 * Creates the RPC service of all configured chains. Upstreams are probed before their first use and while they rest, until the shutdown.
 *
 * @param options.own creates the calls of a network without JSON-RPC upstreams (Bitcoin); without it those networks have none
 * @param options.random uniform in [0, 1), for the weighted choice
 */
export function createRpcService({
  context,
  own,
  random = Math.random,
}: {
  context: Pick<Context, 'config' | 'log' | 'metrics' | 'shutdown'>
  own?: (options: { chain: BitcoinChainConfig; metrics: RpcMetrics }) => ChainRpc
  random?: () => number
}): RpcServiceWithUpstreams {
  const metrics = createRpcMetrics({ registry: context.metrics })
  const chains = new Map<ChainId, ChainRpc>()
  for (const chain of context.config.chains) {
    if (!isBitcoinChain(chain)) chains.set(chain.chainId, createChainRpc({ chain, context, metrics, random }))
    else if (own) chains.set(chain.chainId, own({ chain, metrics }))
  }

  const find = (chainId: ChainId): ChainRpc => {
    const chain = chains.get(chainId)
    if (chain) return chain
    throw unsupportedChain({ chainId })
  }

  return {
    chains,
    call: async ({ chainId, call, signal }) => find(chainId).call({ call, signal }),
    batch: async ({ chainId, calls, cached, signal }) => find(chainId).batch({ calls, cached, signal }),
    request: async <Result>({ chainId, call, signal }: Parameters<RpcService['request']>[0]) => {
      const outcome = await find(chainId).call({ call, signal })
      if ('error' in outcome) throw new RpcError(outcome.error)
      return outcome.result as Result
    },
  }
}
