import { createServer } from 'node:http'
import type { Context } from '../context.ts'
import { openPort } from '../http/openPort.ts'

/**
 * Serves `/metrics` in the Prometheus text format on a port of its own, which is not for the public.
 *
 * @returns its address
 * @throws Error with a sentence when the port is taken
 */
export async function serveMetrics({
  context: { config, log, metrics, shutdown },
}: {
  context: Pick<Context, 'config' | 'log' | 'metrics' | 'shutdown'>
}): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || request.method !== 'GET') {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('There is nothing at this address: try GET /metrics\n')
      return
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const { host, port } = config.metrics
  const url = await openPort({ server, host, port, setting: 'METRICS_PORT (or metrics.port)', log })
  shutdown.add('metrics server', () => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `${url}/metrics` }
}
