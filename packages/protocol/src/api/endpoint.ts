import type * as z from 'zod/mini'
import type { HttpErrorCode } from '../errors/catalogue.ts'

/** An object schema, as used for path parameters and queries. */
export type ObjectSchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>

/**
 * One HTTP endpoint as data: the server routes and validates by it, the OpenAPI document is printed from it, and
 * clients call it with types inferred from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The path with parameters in braces: `/v1/account/{address}/balance`. */
  path: string
  /** One line for the documentation page. */
  summary: string
  /** The heading it stands under in the documentation. */
  tag: string
  /** Whether a `projectId` is needed. `optional`: one in the query is checked and counts, a request without one is served, too. */
  project: 'required' | 'optional' | 'none'
  /**
   * How the caller is known, on the wallet's origin: `proof` by a DPoP proof (RFC 9449) of its device key alone, `session` by an
   * access token bound to that key as well.
   */
  auth?: 'proof' | 'session'
  /**
   * Of endpoints that need a session: `served` also to one that is locked. All others refuse a locked session with
   * `step_up_required`, so an endpoint that is added later is refused too.
   */
  whenLocked?: 'served'
  /**
   * Whether the caller is known by a cookie, on the API's origin: pages of the project may send it along (`credentials: 'include'`), and the
   * answer is theirs to read.
   */
  cookies?: true
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodMiniType
  /** Bytes that a body may have; left out, 65,536, or 262,144 of who has a session: sealed wallets are sent with one. */
  bodyBytes?: number
  response: z.ZodMiniType
  /** The HTTP status of an answer; 200 when left out. */
  status?: number
  /** Codes beyond those that every endpoint may answer with. */
  errors: readonly HttpErrorCode[]
}

/**
 * Declares an endpoint and keeps its exact type.
 *
 * @example
 * export const getSupportedChains = defineEndpoint({ method: 'GET', path: '/v1/supported-chains', … })
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** What a handler of the endpoint receives: validated parameters. */
export type EndpointInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** What the endpoint answers. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>

/** What a caller of the endpoint gives. */
export type EndpointRequest<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodMiniType ? { query?: Input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodMiniType ? { body: Input<E['body']> } : { body?: undefined })
