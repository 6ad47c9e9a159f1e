import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../context.ts'

/**
 * Serves `/metrics` in the Prometheus text format on a port of its own, which is not for the public.
 *
 * @returns its address
 * @throws the system's error when the port is taken
 */
export async function serveMetrics({
  context: { config, metrics, shutdown },
}: {
  context: Pick<Context, 'config' | 'metrics' | 'shutdown'>
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.metrics.port, config.metrics.host, resolve)
  })
  shutdown.add('metrics server', () => {
    server.close()
    server.closeAllConnections()
  })
  const { address, port, family } = server.address() as AddressInfo
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics` }
}
