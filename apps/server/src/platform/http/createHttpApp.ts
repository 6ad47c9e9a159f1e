import type { Endpoint } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { Admit, App, AppEnvironment, KnownRoute } from './App.ts'
import { createIntake } from './createIntake.ts'
import { createSocketLimits } from './createSocketLimits.ts'
import { createHttpMetrics } from './httpMetrics.ts'
import { refuse } from './registerRoute.ts'
import { preflightHeaders, replyHeaders as publicHeaders, requestIdOf } from './replyHeaders.ts'

/**
 * Creates the HTTP application without routes. It answers preflights, and rejects unknown paths and methods with JSON. `registerEndpoint`
 * and `registerRoute` add routes.
 *
 * @param options.checkResponses compare responses with their schemas; default: in development and tests
 * @param options.publicUrl where clients reach it; default: the configured URL
 * @param options.replyHeaders headers of every response; default: CORS headers that let any page read it
 * @param options.crossOrigin whether to answer preflights, which requests from other origins need; default true
 * @param options.guard checks every request first. @throws LatchkeyError
 */
export function createHttpApp({
  context: { config, log, metrics },
  admit,
  checkResponses = process.env.NODE_ENV === 'test' || process.env.NODE_ENV === 'development',
  publicUrl = config.http.publicUrl,
  replyHeaders = publicHeaders,
  crossOrigin = true,
  guard,
}: {
  context: Pick<Context, 'config' | 'log' | 'metrics'>
  admit: Admit
  checkResponses?: boolean
  publicUrl?: string | undefined
  replyHeaders?: App['replyHeaders']
  crossOrigin?: boolean
  guard?: (request: Request) => void
}): App {
  const hono = new Hono<AppEnvironment>({ strict: true })
  const endpoints: Endpoint[] = []
  const routes: KnownRoute[] = []
  const measured = createHttpMetrics({ registry: metrics })
  const { limits } = config
  const intake = createIntake({ perAddress: limits.intakeBytesPerAddress, total: limits.intakeBytes })
  const sockets = createSocketLimits({ limits, onEnd: (why) => measured.ended.inc({ why }) })
  measured.follow({ sockets: sockets.size, intake: intake.size })
  const app: App = {
    hono,
    endpoints,
    routes,
    admit,
    replyHeaders,
    log,
    metrics: measured,
    sockets,
    intake,
    frameBytes: limits.frameBytes,
    checkResponses,
    trustProxy: config.http.trustProxy,
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    request: (...parameters) => hono.request(...parameters),
  }

  const callOf = (header: (name: string) => string | undefined) => ({
    origin: header('origin'),
    requestId: requestIdOf(header('x-request-id')),
  })

  if (guard) {
    hono.use('*', async (c, next) => {
      guard(c.req.raw)
      await next()
    })
  }

  if (crossOrigin) {
    hono.options('*', (c) => {
      const call = callOf((name) => c.req.header(name))
      const cookies = routes.some((route) => route.cookies && matches(route.path, c.req.path))
      const headers = { ...replyHeaders({ ...call, cookies }), ...preflightHeaders }
      return new Response(null, { status: 204, headers })
    })
  }

  hono.notFound((c) => {
    const call = callOf((name) => c.req.header(name))
    const methods = routes.filter(({ path }) => matches(path, c.req.path)).map(({ method }) => method)
    if (methods.length === 0) return refuse(app, call, new ServiceError('not_found'))
    const response = refuse(
      app,
      call,
      new ServiceError('method_not_allowed', { message: `This address supports ${methods.join(' or ')}` }),
    )
    response.headers.set('allow', [...methods, ...(crossOrigin ? ['OPTIONS'] : [])].join(', '))
    return response
  })

  // Routes catch their own errors. This handles errors outside of them.
  hono.onError((error, c) =>
    refuse(
      app,
      callOf((name) => c.req.header(name)),
      error,
    ),
  )
  return app
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith('{') || part === given[index])
}
