import type { HttpBindings } from '@hono/node-server'
import type { Endpoint } from '@latchkey/protocol/api'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import type { Authenticate } from './Caller.ts'
import type { Intake } from './createIntake.ts'
import type { SocketLimits } from './createSocketLimits.ts'
import type { HttpMetrics } from './httpMetrics.ts'
import type { ReplyCall, ReplyHeaders } from './replyHeaders.ts'

/** What hono knows about a request; the bindings are absent in tests without sockets. */
export type AppEnvironment = { Bindings: Partial<HttpBindings> }

/** Classes of routes, each with its own limit. */
export type RouteClass = 'read' | 'rpc'

/** What decides whether a request may be served. */
type Applicant = {
  /** Undefined when the request names none. */
  projectId: string | undefined
  /** The `Origin` header; undefined for servers and scripts. */
  origin: string | undefined
  ip: string
  routeClass: RouteClass
  project: Endpoint['project']
  /** What it counts for against the limit; 1 when left out. */
  cost?: number | undefined
}

/**
 * Lets a request in and gives its project, or throws.
 *
 * @throws LatchkeyError `project_missing`, `project_unknown`, `origin_not_allowed`, `rate_limited`
 */
export type Admit = (applicant: Applicant) => Promise<ProjectConfig | undefined>

/** A registered route: its path with parameters in braces, and whether browsers may send it cookies. */
export type KnownRoute = { method: string; path: string; cookies?: boolean | undefined }

/** The HTTP application that capabilities register their routes on. */
export type App = {
  hono: Hono<AppEnvironment>
  /** Everything registered with `registerEndpoint`, for the documentation. */
  endpoints: readonly Endpoint[]
  /** For 405, and for preflights. */
  routes: readonly KnownRoute[]
  admit: Admit
  /** The headers that every response carries, refusals too. */
  replyHeaders: (call: ReplyCall) => ReplyHeaders
  /** Finds out who asks, for endpoints with `auth`; without it they refuse everybody. Set before the first request. */
  authenticate?: Authenticate
  log: Logger
  metrics: HttpMetrics
  /** The places of WebSockets and event streams. */
  sockets: SocketLimits
  /** The budget of what is on its way in. */
  intake: Intake
  /** Bytes of a message of a WebSocket. */
  frameBytes: number
  /** Compare every response with its schema: in development and tests. */
  checkResponses: boolean
  trustProxy: boolean
  /** Where clients reach the server, when the configuration says so; no slash at the end. */
  publicUrl: string | undefined
  /** One request without a socket, for tests. */
  request: Hono<AppEnvironment>['request']
}
