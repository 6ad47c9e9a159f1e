import { randomUUID } from 'node:crypto'

/** Headers as a plain record: the cheapest form for the HTTP server. Names in lower case. */
export type ReplyHeaders = Record<string, string>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The request's id: the caller's when it sent a UUID, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && uuid.test(header) ? header : randomUUID()
}

/** What the headers of a response depend on. */
export type ReplyCall = {
  /** The request's `Origin`. */
  origin: string | undefined
  requestId: string
  /** Whether the route is one that knows its caller by a cookie. */
  cookies?: boolean | undefined
}

/**
 * The headers that every response carries, refusals too: CORS, so that a browser may read them; the request id; and the
 * security headers, so that a response opened directly can run and embed nothing.
 *
 * @param options.origin the request's `Origin`. It is echoed even when it is not allowed: the refusal says which one is missing.
 * @param options.cookies lets the page send cookies, and read the answer, refusals too. Never all origins at once, which browsers would refuse;
 * whether this origin is one of the project's is asked before anything is answered.
 */
export function replyHeaders({ origin, requestId, cookies }: ReplyCall): ReplyHeaders {
  return {
    'access-control-allow-origin': origin ?? '*',
    ...(cookies && origin !== undefined ? { 'access-control-allow-credentials': 'true' } : {}),
    'access-control-expose-headers': 'x-request-id, x-stale, retry-after',
    vary: 'origin',
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
}

/** What a preflight is answered with, beyond {@link replyHeaders}. `content-type` is allowed for GET too: many clients send it. */
export const preflightHeaders: ReplyHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, dpop, last-event-id, x-request-id, x-sdk-type, x-sdk-version, x-farcaster-auth-relay-key, solana-client',
  'access-control-max-age': '7200',
}
