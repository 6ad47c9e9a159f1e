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

/** Environment of hono for a request. The bindings are absent in tests without sockets. */
export type AppEnvironment = { Bindings: Partial<HttpBindings> }

/** Classes of routes, with separate rate limits. */
export type RouteClass = 'read' | 'rpc'

/** Properties of a request that decide about its admission. */
type Applicant = {
  /** Undefined if the request names none. */
  projectId: string | undefined
  /** The `Origin` header; undefined for servers and scripts. */
  origin: string | undefined
  ip: string
  routeClass: RouteClass
  project: Endpoint['project']
  /** Cost against the rate limit. Default: 1. */
  cost?: number | undefined
}

/**
 * Admits a request and returns its project, or throws.
 *
 * @throws LatchkeyError `project_missing`, `project_unknown`, `origin_not_allowed`, `rate_limited`
 */
export type Admit = (applicant: Applicant) => Promise<ProjectConfig | undefined>

/** A registered route: its path with parameters in braces, and whether browsers can send it cookies. */
export type KnownRoute = { method: string; path: string; cookies?: boolean | undefined }

/** The HTTP application that capabilities register their routes on. */
export type App = {
  hono: Hono<AppEnvironment>
  /** Endpoints registered with `registerEndpoint`, for the documentation. */
  endpoints: readonly Endpoint[]
  /** For the status 405, and for preflights. */
  routes: readonly KnownRoute[]
  admit: Admit
  /** Headers of every response, including refusals. */
  replyHeaders: (call: ReplyCall) => ReplyHeaders
  /**
   * Authenticates the caller of endpoints with `auth`. Without it, those endpoints refuse every request. Set it before the first request.
   */
  authenticate?: Authenticate
  log: Logger
  metrics: HttpMetrics
  /** Limits of WebSockets and event streams. */
  sockets: SocketLimits
  /** Limit for incomplete messages and request bodies. */
  intake: Intake
  /** Maximum of bytes of a WebSocket message. */
  frameBytes: number
  /** Compares every response with its schema, in development and tests. */
  checkResponses: boolean
  trustProxy: boolean
  /** URL at which clients reach the server, if it is configured. No slash at the end. */
  publicUrl: string | undefined
  /** Handles one request without a socket, for tests. */
  request: Hono<AppEnvironment>['request']
}
