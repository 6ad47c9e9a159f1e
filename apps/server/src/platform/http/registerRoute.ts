import type { Endpoint } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context as HonoContext } from 'hono'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import type { App, AppEnvironment, KnownRoute, RouteClass } from './App.ts'
import { clientAddress } from './clientAddress.ts'
import type { Holding } from './createIntake.ts'
import { toErrorReply } from './errorReply.ts'
import { type ReplyCall, type ReplyHeaders, requestIdOf } from './replyHeaders.ts'

/** Input of a route's handler. */
export type RouteCall = {
  request: Request
  params: Record<string, string>
  query: Record<string, string>
  origin: string | undefined
  requestId: string
  ip: string
  /** Admits the request. Call it first, and again with a cost if the request contains more than one call. @throws LatchkeyError */
  admit: (projectId: string | undefined, cost?: number) => Promise<ProjectConfig | undefined>
  /** Admits the request by its address only, because its project is in a body that was not read yet. @throws LatchkeyError */
  admitAddress: () => Promise<unknown>
  /** Starts the count of a body, for `readBody`. */
  receive: (evict: () => void) => Holding
}

/** Reply of a handler. The headers of every response are added. */
export type RouteReply = {
  status?: number
  headers?: ReplyHeaders
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

/** A route that is not a JSON endpoint: bytes, streams, the RPC gateway. */
export type Route = {
  method: 'GET' | 'POST'
  /** With parameters in braces, as in {@link Endpoint}. */
  path: string
  project: Endpoint['project']
  routeClass?: RouteClass
  /** As of an {@link Endpoint}. */
  cookies?: boolean | undefined
}

/** Registers a route. Every refusal is sent as the JSON error body, so no error reaches the HTTP server. */
export function registerRoute(app: App, route: Route, handle: (call: RouteCall) => Promise<RouteReply>): void {
  const { method, path, project, routeClass = 'read', cookies } = route
  app.hono.on(method, toHonoPath(path), async (c) => {
    const start = performance.now()
    const call = readCall(app, c)
    const replyCall = { origin: call.origin, requestId: call.requestId, cookies }
    let status = 200
    let response: Response
    try {
      const reply = await handle({
        ...call,
        admit: (projectId, cost) =>
          app.admit({ projectId, project, routeClass, origin: call.origin, ip: call.ip, cost }),
        admitAddress: () =>
          app.admit({ projectId: undefined, project: 'none', routeClass, origin: call.origin, ip: call.ip }),
        receive: (evict) => app.intake.open({ ip: call.ip, evict }),
      })
      status = reply.status ?? 200
      // GET's handler also answers HEAD, and its stream would never be read or ended.
      if (c.req.method === 'HEAD' && reply.body instanceof ReadableStream) await reply.body.cancel()
      response = new Response(reply.body, { status, headers: { ...app.replyHeaders(replyCall), ...reply.headers } })
    } catch (error) {
      response = refuse(app, replyCall, error)
      status = response.status
    }
    app.metrics.seconds.labels(method, path, String(status)).observe((performance.now() - start) / 1000)
    return response
  })
  ;(app.routes as KnownRoute[]).push({ method, path, cookies })
}

/** Reads the properties of a request that every handler needs. */
function readCall(app: App, c: HonoContext<AppEnvironment>): Omit<RouteCall, 'admit' | 'admitAddress' | 'receive'> {
  return {
    request: c.req.raw,
    params: c.req.param() as Record<string, string>,
    query: c.req.query(),
    origin: c.req.header('origin'),
    requestId: requestIdOf(c.req.header('x-request-id')),
    ip: clientAddress({
      trustProxy: app.trustProxy,
      forwarded: app.trustProxy ? c.req.header('x-forwarded-for') : undefined,
      remote: c.env?.incoming?.socket?.remoteAddress,
    }),
  }
}

/** Answers with the JSON error body. Logs unexpected errors. */
export function refuse(app: App, call: ReplyCall, error: unknown): Response {
  const { requestId } = call
  const { status, headers, body } = toErrorReply(error)
  if (status === 500) app.log.error({ err: error, requestId }, 'A request failed')
  else if (status > 500) {
    const details = error instanceof ServiceError ? error.details : undefined
    app.log.warn({ requestId, code: body.code, reasons: body.reasons, details }, 'A request could not be served')
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...app.replyHeaders(call),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** `/v1/account/{address}` → `/v1/account/:address`. */
function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
