import type { Endpoint, EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import type { App } from './App.ts'
import type { Caller, CallerOf } from './Caller.ts'
import { createCompressor } from './createCompressor.ts'
import { readBody } from './readBody.ts'
import { parseJsonBody, readInput } from './readInput.ts'
import { registerRoute } from './registerRoute.ts'
import type { ReplyHeaders } from './replyHeaders.ts'

/** Properties of the call, and controls of the reply. */
export type EndpointCall<E extends Endpoint> = {
  /** The caller's project; undefined on endpoints without one. */
  project: ProjectConfig | undefined
  /** The caller, if the endpoint has `auth`. */
  caller: CallerOf<E>
  /**
   * Checks the key of an optional proof. Returns undefined if there is none. @throws LatchkeyError `proof_invalid` if the proof is invalid
   */
  prove: () => Promise<Caller | undefined>
  /** Key of the caller's rate limit: an IPv4 address, or an IPv6 network (/64). */
  ip: string
  /** User agent of the caller, or empty. Never trusted. */
  userAgent: string
  /** Preferred language of the caller (BCP 47). Default: `en`. */
  language: string
  /** Origin of the calling page, allowed by the project if there is one. Undefined for servers and scripts. */
  origin: string | undefined
  /** Reads a header of the request. Callers can write anything into it. */
  readHeader: (name: string) => string | undefined
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
  /** URL at which the caller reached this server, without a slash at the end, for links in responses. */
  baseUrl: string
  /** Sets a response header. Names are in lower case. */
  header: (name: string, value: string) => void
  /** Sets the status. Default: the status of the endpoint. */
  status: (status: number) => void
}

/** Handles an endpoint. Throws refusals as LatchkeyError. */
export type EndpointHandler<E extends Endpoint> = (
  input: EndpointInput<E>,
  call: EndpointCall<E>,
) => EndpointResponse<E> | Promise<EndpointResponse<E>>

/** Default limits of a body in bytes: for all callers, and for callers with a login. */
const usualBodyBytes = 65_536
const sessionBodyBytes = 262_144

/** Serialized responses. Only frozen ones, as the cache returns them, because they cannot change. */
const written = new WeakMap<object, string>()

const compress = createCompressor()

/** Returns whether the reply is the same for all callers and contains no private data. Only such replies are compressed. */
function isPublic({ method, auth, cookies }: Endpoint): boolean {
  return method === 'GET' && auth === undefined && cookies === undefined
}

/**
 * Registers an endpoint of the contract: routing, project, limits, validation and the JSON reply come from its data.
 *
 * @example
 * registerEndpoint(app, getBalance, async ({ params, query }, { header }) => {
 *   const { value, stale } = await accounts.balance({ address: params.address, ...query })
 *   if (stale) header('x-stale', String(stale))
 *   return value
 * })
 * @param guard checks the caller before the input is read. @throws LatchkeyError
 */
export function registerEndpoint<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: EndpointHandler<E>,
  guard?: (call: EndpointCall<E>) => Promise<void>,
): void {
  ;(app.endpoints as Endpoint[]).push(endpoint)
  const { method, path, project, cookies } = endpoint
  registerRoute(app, { method, path, project, cookies }, async (route) => {
    const { request, params, query, origin, ip, admit, admitAddress } = route
    const authenticate = (need: 'proof' | 'session') => {
      if (app.authenticate)
        return app.authenticate(request, { need, url: request.url, whenLocked: endpoint.whenLocked })
      throw new ServiceError('proof_invalid', { message: 'Logins are not available here' })
    }
    // Admit the caller before the body is read and parsed. If the body contains the project, admit by address first.
    const isNamed = project !== 'required' || query.projectId !== undefined || !endpoint.body
    let admitted = isNamed ? await admit(query.projectId) : undefined
    if (!isNamed) await admitAddress()
    const caller = endpoint.auth ? await authenticate(endpoint.auth) : undefined
    let body: unknown
    const maxBytes = endpoint.bodyBytes ?? (endpoint.auth === 'session' ? sessionBodyBytes : usualBodyBytes)
    if (endpoint.body) {
      const text = await readBody({ call: route, maxBytes })
      body = parseJsonBody({ text, contentType: request.headers.get('content-type') ?? undefined })
    }
    if (!isNamed) admitted = await admit(projectIdOf(body))
    const headers: ReplyHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    let status = endpoint.status ?? 200
    const call: EndpointCall<E> = {
      project: admitted,
      // The kind follows the endpoint's declaration, and the type follows the same declaration.
      caller: caller as CallerOf<E>,
      prove: async () => (request.headers.has('dpop') ? authenticate('proof') : undefined),
      ip,
      origin,
      userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? '',
      language:
        /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/.exec(request.headers.get('accept-language') ?? '')?.[0].slice(0, 35) ??
        'en',
      readHeader: (name) => request.headers.get(name) ?? undefined,
      get signal() {
        return request.signal
      },
      get baseUrl() {
        return app.publicUrl ?? new URL(request.url).origin
      },
      header: (name, value) => {
        headers[name] = value
      },
      status: (value) => {
        status = value
      },
    }
    await guard?.(call)
    const result = await handle(readInput({ endpoint, params, query, body }), call)
    if (app.checkResponses) checkResponse(endpoint, result)
    const text = write(result)
    if (!isPublic(endpoint)) return { status, headers, body: text }
    const packed = await compress({ text, source: result, request })
    return { status, headers: { ...headers, ...packed.headers }, body: packed.body }
  })
}

function projectIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('projectId' in body)) return undefined
  return typeof body.projectId === 'string' ? body.projectId : undefined
}

function checkResponse(endpoint: Endpoint, result: unknown): void {
  const checked = endpoint.response.safeParse(result)
  if (checked.success) return
  const [issue] = checked.error.issues
  throw new Error(
    `The response of ${endpoint.method} ${endpoint.path} breaks its contract at ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

function write(result: unknown): string {
  if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return JSON.stringify(result)
  const known = written.get(result)
  if (known !== undefined) return known
  const text = JSON.stringify(result)
  written.set(result, text)
  return text
}
