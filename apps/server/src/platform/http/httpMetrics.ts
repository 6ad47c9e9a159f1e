import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Metrics of requests. */
export type HttpMetrics = {
  seconds: Histogram<'method' | 'route' | 'status'>
  /** Permanent connections that were refused or ended. */
  ended: Counter<'why'>
  /** Adds the counts of a port to the metrics of the process. */
  follow: (port: { sockets: () => number; intake: () => number }) => void
}

const known = new WeakMap<Registry, HttpMetrics>()

/** Registers the metrics of the HTTP servers, one set for all of them. Labels are route patterns, never paths with addresses. */
export function createHttpMetrics({ registry }: { registry: Registry }): HttpMetrics {
  const before = known.get(registry)
  if (before) return before
  const ports: Parameters<HttpMetrics['follow']>[0][] = []
  const gauge = (name: string, help: string, read: (port: (typeof ports)[number]) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(ports.reduce((sum, port) => sum + read(port), 0))
      },
    })
  gauge('latchkey_http_sockets', 'WebSockets and event streams that are open', ({ sockets }) => sockets())
  gauge('latchkey_http_intake_bytes', 'Bytes of messages and bodies that are not whole yet', ({ intake }) => intake())
  const metrics: HttpMetrics = {
    seconds: new Histogram({
      name: 'latchkey_http_request_seconds',
      help: 'Duration of HTTP requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    ended: new Counter({
      name: 'latchkey_http_sockets_ended_total',
      help: 'WebSockets and event streams that were refused or ended, by reason',
      labelNames: ['why'],
      registers: [registry],
    }),
    follow: (port) => void ports.push(port),
  }
  known.set(registry, metrics)
  return metrics
}
