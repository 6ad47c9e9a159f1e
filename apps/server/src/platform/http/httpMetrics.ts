import { Histogram, type Registry } from 'prom-client'

/** What is measured about requests. */
export type HttpMetrics = { seconds: Histogram<'method' | 'route' | 'status'> }

const name = 'latchkey_http_request_seconds'

/** Registers the metrics of the HTTP servers, one set for all of them. Routes are patterns, never paths with addresses in them. */
export function createHttpMetrics({ registry }: { registry: Registry }): HttpMetrics {
  const known = registry.getSingleMetric(name)
  if (known instanceof Histogram) return { seconds: known }
  return {
    seconds: new Histogram({
      name,
      help: 'Duration of HTTP requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
  }
}
