import { createServer } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../context.ts'
import type { App } from './App.ts'
import type { Upgrades } from './createUpgrades.ts'
import { limitConnections } from './limitConnections.ts'
import { openPort } from './openPort.ts'
import { refuse } from './registerRoute.ts'
import { requestIdOf } from './replyHeaders.ts'

/** Milliseconds for running requests to finish at the shutdown. */
const drainTime = 5_000

/** Milliseconds for the headers of a request, for the whole request with its body, and between two checks of these limits. */
const usualTimes = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Address on which an application listens. */
type Place = {
  host: string
  port: number
  /** Setting of the port, for the error if the port is taken. */
  setting: string
  /** Name in the log. */
  name: string
}

/**
 * Opens the port of an application.
 *
 * @param options.upgrades its WebSockets, if it has any
 * @param options.place default: the configured address of the server
 * @param options.times time limits of incoming requests
 * @returns its URL
 * @throws Error with a sentence if the port is taken
 */
export async function listen({
  app,
  upgrades,
  context: { config, log, shutdown },
  place = { ...config.http, setting: 'PORT (or http.port)', name: 'http server' },
  times = usualTimes,
}: {
  app: App
  upgrades?: Upgrades
  context: Pick<Context, 'config' | 'log' | 'shutdown'>
  place?: Place
  times?: typeof usualTimes
}): Promise<{ url: string }> {
  /** For messages that never become a request: no host, or an invalid URL. */
  const errorHandler = (error: unknown) =>
    refuse(
      app,
      { origin: undefined, requestId: requestIdOf(undefined) },
      error instanceof RequestError ? new ServiceError('malformed_request', { cause: error }) : error,
    )
  const server = createServer(times, getRequestListener(app.hono.fetch, { errorHandler }))
  limitConnections({ server, limits: config.limits, trustProxy: app.trustProxy })
  // Longer than the idle time of common proxies. Otherwise we could close a connection that a proxy is about to use.
  server.keepAliveTimeout = 75_000
  if (upgrades) server.on('upgrade', upgrades.handle)
  const { host, port, setting, name } = place
  const url = await openPort({ server, host, port, setting, log })
  shutdown.add(name, async () => {
    upgrades?.close()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), drainTime)
    await closed
    clearTimeout(timer)
  })
  return { url }
}
