import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { RpcServiceWithUpstreams } from './createRpcService.ts'

/** Creates one check per chain: at least one upstream answers, and is on the right chain. */
export function createRpcChecks({ rpc }: { rpc: RpcServiceWithUpstreams }): HealthCheck[] {
  return [...rpc.chains].map(([chainId, { upstreams }]) => ({
    name: `rpc ${chainId}`,
    check: async () => {
      // Probe now, because an upstream that worked a minute ago may be down unnoticed.
      const answers = await Promise.all(upstreams.map((upstream) => upstream.probe()))
      if (!answers.includes(true)) {
        throw new Error(upstreams.map(({ label, trouble }) => `${label}: ${trouble() ?? 'no answer'}`).join('; '))
      }
    },
  }))
}
