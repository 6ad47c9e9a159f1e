import { randomUUID } from 'node:crypto'

/** Headers as a plain record: the fastest form for the HTTP server. Names are in lower case. */
export type ReplyHeaders = Record<string, string>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the request's id: the caller's if it sent a UUID, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && uuid.test(header) ? header : randomUUID()
}

/** Properties of a request that determine the headers of its response. */
export type ReplyCall = {
  /** The request's `Origin`. */
  origin: string | undefined
  requestId: string
  /** Whether the route identifies its caller by a cookie. */
  cookies?: boolean | undefined
}

/**
 * Returns the headers of every response, including refusals. CORS headers let browsers read it, and there is a request id. Security headers
 * prevent a directly opened response from running or embedding anything.
 *
 * @param options.origin the request's `Origin`. It is echoed even if it is not allowed, because the refusal names the missing origin.
 * @param options.cookies lets the page send cookies and read the reply, including refusals. Never used with all origins at once, which
 * browsers would reject. The project's origins are checked before the reply.
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

/** Headers of a preflight, in addition to {@link replyHeaders}. `content-type` is allowed for GET as well, because many clients send it. */
export const preflightHeaders: ReplyHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, dpop, last-event-id, x-request-id, x-sdk-type, x-sdk-version, x-farcaster-auth-relay-key, solana-client',
  'access-control-max-age': '7200',
}
