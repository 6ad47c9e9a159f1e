import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Metrics of upstreams. */
export type RpcMetrics = {
  requests: Counter<'chain' | 'upstream' | 'outcome'>
  seconds: Histogram<'chain' | 'upstream'>
  serving: Gauge<'chain' | 'upstream'>
}

/** Registers the metrics of the RPC upstreams. Labels are hosts, because paths often contain a key. */
export function createRpcMetrics({ registry }: { registry: Registry }): RpcMetrics {
  const registers = [registry]
  return {
    requests: new Counter({
      name: 'latchkey_rpc_upstream_requests_total',
      help: 'Requests to RPC upstreams by outcome',
      labelNames: ['chain', 'upstream', 'outcome'],
      registers,
    }),
    seconds: new Histogram({
      name: 'latchkey_rpc_upstream_seconds',
      help: 'Duration of requests to RPC upstreams',
      labelNames: ['chain', 'upstream'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    serving: new Gauge({
      name: 'latchkey_rpc_upstream_serving',
      help: '1 while the upstream takes calls',
      labelNames: ['chain', 'upstream'],
      registers,
    }),
  }
}
