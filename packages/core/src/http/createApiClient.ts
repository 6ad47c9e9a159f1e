import { LatchkeyError } from '@latchkey/protocol'
import { type Endpoint, type EndpointRequest, type EndpointResponse, errorBodySchema } from '@latchkey/protocol/api'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { version } from '../version.ts'
import { exchange, type Timers } from './exchange.ts'
import type { OnRefusal } from './OnRefusal.ts'

/** A validated answer. */
export type ApiAnswer<E extends Endpoint> = {
  data: EndpointResponse<E>
  /** Age of the answer in seconds, as reported by the server (`x-stale`); 0 for a fresh one. */
  staleSeconds: number
}

/** Client of the Latchkey server, by endpoint contracts. */
export type ApiClient = {
  /**
   * @throws LatchkeyError the server's own code; `network_request_failed` if it is unreachable; `response_invalid` if its answer violates
   *   the contract. An abort rejects with the signal's reason.
   */
  request: <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E> & {
      signal?: AbortSignal | undefined
      /** It may outlive the page. It needs no preflight and sends no cookies. */
      beacon?: boolean | undefined
      /** Ignores and replaces the browser's cached answer. */
      fresh?: boolean | undefined
      /**
       * Limits each attempt to 10 s, and repeats it twice without an answer. Default: true for GET, false for POST. Set it to false for a
       * caller with a separate limit and retries.
       */
      isRead?: boolean | undefined
    },
  ) => Promise<ApiAnswer<E>>
}

/**
 * Creates a client of the Latchkey server.
 *
 * @param options.onRefusal called with every refusal that has a code of the server
 * @example
 * const client = createApiClient({ apiUrl, projectId })
 * const { data } = await client.request(getBalance, { params: { address }, query: { chainId } })
 */
export function createApiClient({
  apiUrl,
  projectId,
  fetch: fetchUrl = fetch,
  timers,
  onRefusal,
}: {
  apiUrl: string
  projectId: string
  fetch?: typeof fetch
  timers?: Timers | undefined
  onRefusal?: OnRefusal | undefined
}): ApiClient {
  return {
    request: async (endpoint, request) => {
      const { body, signal, beacon, fresh, isRead = endpoint.method === 'GET' } = request
      const { response, ...answer } = await exchange({
        fetch: fetchUrl,
        url: toUrl({ apiUrl, projectId, endpoint, params: request.params, query: request.query }),
        init: {
          method: endpoint.method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': beacon ? 'text/plain' : 'application/json' } }),
          ...(endpoint.cookies ? { credentials: 'include' } : {}),
          ...(beacon ? { keepalive: true, credentials: 'omit' } : {}),
          ...(fresh ? { cache: 'reload' } : {}),
        },
        ...{ isRead, signal, timers },
      })
      if ('cause' in answer)
        throw new ServiceError(response.ok ? 'response_invalid' : 'network_request_failed', {
          cause: answer.cause,
          details: `${response.status} without a readable body`,
        })
      if (!response.ok) {
        const error = toApiError({ response, body: answer.body })
        onRefusal?.(error)
        throw error
      }
      const parsed = z.safeParse(endpoint.response, answer.body)
      if (!parsed.success)
        throw new ServiceError('response_invalid', { cause: parsed.error, details: z.prettifyError(parsed.error) })
      const stale = Number(response.headers.get('x-stale') ?? 0)
      return {
        data: parsed.data as EndpointResponse<typeof endpoint>,
        staleSeconds: Number.isFinite(stale) && stale > 0 ? stale : 0,
      }
    },
  }
}

function toUrl({
  apiUrl,
  projectId,
  endpoint,
  params,
  query,
}: {
  apiUrl: string
  projectId: string
  endpoint: Endpoint
  params: unknown
  query: unknown
}): string {
  const values = (params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value !== undefined) search.set(name, String(value))
  if (endpoint.project !== 'none') search.set('projectId', projectId)
  search.set('st', 'latchkey')
  search.set('sv', version)
  return `${apiUrl.replace(/\/+$/, '')}${path}?${search}`
}

function toApiError({ response, body }: { response: Response; body: unknown }): LatchkeyError {
  const parsed = z.safeParse(errorBodySchema, body)
  if (!parsed.success || !isErrorCode(parsed.data.code))
    return new LatchkeyError('network_request_failed', { details: `The server answered ${response.status}` })
  const { code, reasons } = parsed.data
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ServiceError(code, {
    field: reasons[0]?.field,
    details: reasons.map(({ field, description }) => `${field}: ${description}`).join('; ') || undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
