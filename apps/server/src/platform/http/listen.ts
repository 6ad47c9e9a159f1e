import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Context } from '../context.ts'
import type { App } from './App.ts'
import type { Upgrades } from './createUpgrades.ts'

/** Milliseconds that running requests get to finish when the server ends. */
const drainTime = 5_000

/**
 * Opens the server's port.
 *
 * @returns where it answers
 * @throws Error with a sentence when the port is taken
 */
export async function listen({
  app,
  upgrades,
  context: { config, shutdown },
}: {
  app: App
  upgrades: Upgrades
  context: Pick<Context, 'config' | 'shutdown'>
}): Promise<{ url: string }> {
  const { host, port } = config.http
  const server = createServer(getRequestListener(app.hono.fetch))
  // Longer than the idle time of usual proxies, so that they and not we end a connection that they are about to use.
  server.keepAliveTimeout = 75_000
  server.on('upgrade', upgrades.handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const message = `The port ${port} on ${host} is taken by another program: set PORT (or http.port) to a free one.`
      reject(taken ? new Error(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
  shutdown.add('http server', async () => {
    upgrades.close()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), drainTime)
    await closed
    clearTimeout(timer)
  })
  const { address, port: actual, family } = server.address() as AddressInfo
  return { url: `http://${toReachableHost({ address, family })}:${actual}` }
}

/** Listening on every address is answered at the local one. */
function toReachableHost({ address, family }: { address: string; family: string }): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1'
  return family === 'IPv6' ? `[${address}]` : address
}
