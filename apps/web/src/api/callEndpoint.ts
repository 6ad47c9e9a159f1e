import { type Endpoint, type EndpointRequest, type EndpointResponse, errorBodySchema } from '@latchkey/protocol/api'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { Dated } from './Dated.ts'
import { type Api, endpointUrl } from './endpointUrl.ts'

export type { Api } from './endpointUrl.ts'

/** Timeout of a request in milliseconds (specification 9). */
const patience = 10_000

/**
 * Calls an endpoint of the server and validates the answer with the endpoint's schema.
 *
 * @throws LatchkeyError `network_request_failed`, `response_invalid`, or the code that the server answered with
 * @example await callEndpoint({ api, endpoint: getToken, request: { params: { address } } })
 */
export async function callEndpoint<E extends Endpoint>({
  api,
  endpoint,
  request,
  signal,
  fetch = globalThis.fetch,
  now = Date.now,
}: {
  api: Api
  endpoint: E
  request: EndpointRequest<E>
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
  now?: () => number
}): Promise<Dated<EndpointResponse<E>>> {
  const { params = {}, query = {} } = request as { params?: Record<string, string>; query?: Record<string, unknown> }
  const url = endpointUrl({ api, path: endpoint.path, params, query })

  const timeout = AbortSignal.timeout(patience)
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: endpoint.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // Only requests about sign-ins send the server's cookie.
      credentials: endpoint.cookies ? 'include' : 'omit',
      ...('body' in request && request.body !== undefined
        ? { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ServiceError('network_request_failed', { cause })
  }
  const body = parse(text)
  if (!response.ok) throw refusal(response, body)
  const result = z.safeParse(endpoint.response, body)
  if (!result.success) throw new ServiceError('response_invalid', { details: z.prettifyError(result.error) })
  const seconds = Number(response.headers.get('x-stale') ?? 0)
  const stale = Number.isFinite(seconds) && seconds > 0
  return { value: result.data as EndpointResponse<E>, asOf: now() - (stale ? seconds * 1000 : 0), stale }
}

function refusal(response: Response, body: unknown) {
  const result = z.safeParse(errorBodySchema, body)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const after = Number.isFinite(retryAfter) ? { retryAfter } : {}
  if (!result.success) {
    // A proxy in front of a server that is down answers for it.
    const away = response.status === 502 || response.status === 503 || response.status === 504
    return new ServiceError(away ? 'upstream_unavailable' : 'internal', {
      details: `HTTP ${response.status}`,
      ...after,
    })
  }
  const { code, reasons } = result.data
  const details = reasons.map(({ field, description }) => `${field}: ${description}`).join('; ')
  return new ServiceError(isErrorCode(code) ? code : 'internal', { details, field: reasons[0]?.field, ...after })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
