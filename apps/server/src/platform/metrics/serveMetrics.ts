import { createServer } from 'node:http'
import type { Context } from '../context.ts'
import type { DependencyReader } from '../health/createDependencyReader.ts'
import { openPort } from '../http/openPort.ts'

/**
 * Serves `/metrics` in the Prometheus text format, and `/ready` as the API does, on a separate port that must not be public.
 *
 * @returns its address
 * @throws Error with a sentence if the port is taken
 */
export async function serveMetrics({
  context: { config, log, metrics, shutdown },
  readDependencies,
}: {
  context: Pick<Context, 'config' | 'log' | 'metrics' | 'shutdown'>
  readDependencies?: DependencyReader | undefined
}): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined
    if (path === '/ready' && readDependencies) {
      void readDependencies().then(({ dependencies, isReady }) => {
        const body = { status: isReady ? 'ready' : 'not_ready', dependencies }
        response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      return
    }
    if (path !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('Nothing was found at this address: try GET /metrics\n')
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
