import { randomUUID } from 'node:crypto'

/** Headers as a plain record: the cheapest form for the HTTP server. Names in lower case. */
export type ReplyHeaders = Record<string, string>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The request's id: the caller's when it sent a UUID, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && uuid.test(header) ? header : randomUUID()
}

/**
 * The headers that every response carries, refusals too: CORS, so that a browser may read them; the request id; and the
 * security headers, so that a response opened directly can run and embed nothing.
 *
 * @param options.origin the request's `Origin`. It is echoed even when it is not allowed: the refusal says which one is missing.
 */
export function replyHeaders({ origin, requestId }: { origin: string | undefined; requestId: string }): ReplyHeaders {
  return {
    'access-control-allow-origin': origin ?? '*',
    'access-control-expose-headers': 'x-request-id, x-stale, retry-after',
    vary: 'origin',
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
}

/**
 * Lets the page of an origin send cookies, and read the answer. Never for all origins at once, which browsers would refuse. Whether an origin is
 * one of the project's is asked before anything is answered.
 */
export function credentialsHeader(origin: string | undefined): ReplyHeaders {
  return origin === undefined ? {} : { 'access-control-allow-credentials': 'true' }
}

/** What a preflight is answered with, beyond {@link replyHeaders}. `content-type` is allowed for GET too: many clients send it. */
export const preflightHeaders: ReplyHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, authorization, dpop, last-event-id, x-request-id, x-sdk-type, x-sdk-version, x-farcaster-auth-relay-key, solana-client',
  'access-control-max-age': '7200',
}
