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

/** Milliseconds that running requests get to finish when the server ends. */
const drainTime = 5_000

/** Milliseconds that the headers of a request, and the whole of it with its body, may take; and between two looks at who is late. */
const usualTimes = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Where an application answers. */
type Place = {
  host: string
  port: number
  /** What sets the port, for the sentence when it is taken. */
  setting: string
  /** What it is called in the log. */
  name: string
}

/**
 * Opens the port of an application.
 *
 * @param options.upgrades its WebSockets, when it has any
 * @param options.place default: the server's own, as the configuration says
 * @param options.times how slow a request may come in
 * @returns where it answers
 * @throws Error with a sentence when the port is taken
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
  /** For what never becomes a request: no host, an address that is none. */
  const errorHandler = (error: unknown) =>
    refuse(
      app,
      { origin: undefined, requestId: requestIdOf(undefined) },
      error instanceof RequestError ? new ServiceError('malformed_request', { cause: error }) : error,
    )
  const server = createServer(times, getRequestListener(app.hono.fetch, { errorHandler }))
  limitConnections({ server, limits: config.limits, trustProxy: app.trustProxy })
  // Longer than the idle time of usual proxies, so that they and not we end a connection that they are about to use.
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
