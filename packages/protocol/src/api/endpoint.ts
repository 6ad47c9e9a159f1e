import type * as z from 'zod/mini'
import type { HttpErrorCode } from '../errors/catalog.ts'

/** An object schema, as used for path parameters and queries. */
export type ObjectSchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>

/**
 * One HTTP endpoint as data. The server routes and validates with it, the OpenAPI document is generated from it, and clients infer
 * types from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The path with parameters in braces: `/v1/account/{address}/balance`. */
  path: string
  /** One line for the documentation page. */
  summary: string
  /** Heading of the endpoint in the documentation. */
  tag: string
  /** Whether a `projectId` is required. `optional`: one in the query is validated and used, and a request without one is accepted. */
  project: 'required' | 'optional' | 'none'
  /**
   * Authentication of the caller, on the wallet's origin. `proof`: a DPoP proof (RFC 9449) of its device key. `session`: the proof, and an
   * access token that is bound to the same key.
   */
  auth?: 'proof' | 'session'
  /**
   * For endpoints that need a login: `served` also accepts a locked one. All others refuse a locked login with `step_up_required`, so that
   * this also holds for endpoints that are added later.
   */
  whenLocked?: 'served'
  /**
   * Whether a cookie identifies the caller, on the API's origin. Pages of the project can send it (`credentials: 'include'`) and read the
   * answer.
   */
  cookies?: true
  params?: ObjectSchema
  query?: ObjectSchema
  body?: z.ZodMiniType
  /** Largest body in bytes. Default 65,536, or 262,144 with a login, because sealed wallets are sent with one. */
  bodyBytes?: number
  response: z.ZodMiniType
  /** The HTTP status of an answer; 200 by default. */
  status?: number
  /** Error codes in addition to those of every endpoint. */
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

/** Input of the endpoint's handler: validated parameters. */
export type EndpointInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** Answer of the endpoint. */
export type EndpointResponse<E extends Endpoint> = z.output<E['response']>

/** Request of a caller. */
export type EndpointRequest<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: Input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodMiniType ? { query?: Input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodMiniType ? { body: Input<E['body']> } : { body?: undefined })
