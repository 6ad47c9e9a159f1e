import type { ErrorCode } from '@latchkey/protocol'
import { type Endpoint, type EndpointRequest, type EndpointResponse, errorBodySchema } from '@latchkey/protocol/api'
import { errorCatalog, isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import type { WorkChallenge } from '@latchkey/protocol/wallet'
import * as z from 'zod/mini'
import { fetchInTime } from '../gateway/fetchInTime.ts'
import type { Dpop } from './createDpop.ts'
import type { SolveWork } from './SolveWork.ts'

/** Challenges of one request: while a browser works on one, the server may require more. */
const rounds = 3
/** Milliseconds for everything except reads: the server itself waits up to 25 s for the visitor. */
const stepLimit = 35_000

/** Calls the wallet's server by its endpoint contracts, with a DPoP proof of this device. */
export type Api = {
  /**
   * @throws LatchkeyError the server's code with our own message; `network_request_failed`; `response_invalid`. An abort rejects with
   * the signal's reason.
   * @param request.keepsCookies accepts the answer's cookies; default: no cookies in either direction
   */
  request: <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E> & {
      signal?: AbortSignal | undefined
      accessToken?: string | undefined
      keepsCookies?: boolean
    },
  ) => Promise<EndpointResponse<E>>
}

/**
 * Creates the client. Repeats a refused DPoP proof once with the server's clock. A GET has a timeout of 10 s and is repeated twice
 * without an answer. Anything else is sent once with a timeout of 35 s.
 *
 * @param options.baseUrl the wallet's own origin
 * @param options.solve computes the proof of work that the server requires before an email; the request is then sent again with it
 */
export function createApi({
  baseUrl,
  fetch: fetchUrl,
  dpop,
  solve,
}: {
  baseUrl: string
  fetch: typeof fetch
  dpop: Dpop
  solve?: SolveWork
}): Api {
  const send = async (
    endpoint: Endpoint,
    {
      query,
      body,
      signal,
      accessToken,
      keepsCookies = false,
    }: Record<string, unknown> & { signal?: AbortSignal; accessToken?: string; keepsCookies?: boolean },
  ) => {
    const url = new URL(endpoint.path, baseUrl)
    for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const { method } = endpoint
    const init = async (): Promise<RequestInit> => {
      const headers: Record<string, string> = {}
      if (body !== undefined) headers['content-type'] = 'application/json'
      if (endpoint.auth !== undefined) {
        headers.dpop = await dpop.proof({ method, url: url.href, accessToken })
        if (accessToken !== undefined) headers.authorization = `DPoP ${accessToken}`
      }
      return {
        ...{ method, headers },
        credentials: keepsCookies ? 'same-origin' : 'omit',
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
    }
    const isRead = method === 'GET'
    const { response, text } = await fetchInTime({
      ...{ fetch: fetchUrl, url: url.href, init, isRead, signal },
      ...(isRead ? {} : { limit: stepLimit }),
    })
    let answer: unknown
    try {
      answer = JSON.parse(text)
    } catch {
      throw new ServiceError(response.ok ? 'response_invalid' : 'network_request_failed')
    }
    return { response, answer }
  }

  return {
    request: async (endpoint, request) => {
      const parameters = request as Parameters<typeof send>[1]
      let { response, answer } = await send(endpoint, parameters)
      const code = response.status === 401 ? readCode(answer) : undefined
      if (code === 'proof_invalid' || code === 'session_not_yet_valid') {
        dpop.adjustClock(response.headers.get('date'))
        ;({ response, answer } = await send(endpoint, parameters))
      }
      for (let round = 0; solve && round < rounds; round++) {
        const asked = readWork(answer)
        if (!asked) break
        const work = await solve(asked, parameters.signal)
        ;({ response, answer } = await send(endpoint, {
          ...parameters,
          body: { ...(parameters.body as object), work },
        }))
      }
      if (!response.ok) throw toApiError({ response, answer })
      // A production build has schemas only of the answers on which keys depend. The others come from its own origin.
      const { response: shape } = endpoint as Partial<Endpoint>
      if (!shape) return answer as EndpointResponse<typeof endpoint>
      const parsed = z.safeParse(shape, answer)
      if (!parsed.success) throw new ServiceError('response_invalid', { details: endpoint.path })
      return parsed.data as EndpointResponse<typeof endpoint>
    },
  }
}

function readCode(answer: unknown): ErrorCode | undefined {
  const parsed = z.safeParse(errorBodySchema, answer)
  return parsed.success && isErrorCode(parsed.data.code) ? parsed.data.code : undefined
}

/** Returns the required work of a refusal. It comes from the page's own origin, like every answer here. */
function readWork(answer: unknown): WorkChallenge | undefined {
  return readCode(answer) === 'work_required' ? (answer as { work?: WorkChallenge }).work : undefined
}

/** The message is ours, whatever the server wrote, because a host sees it. */
function toApiError({ response, answer }: { response: Response; answer: unknown }): ServiceError {
  const code = readCode(answer)
  if (!code) return new ServiceError('network_request_failed')
  const header = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(header) && header >= 0 ? Math.ceil(header) : undefined
  return new ServiceError(code, {
    retryAfter,
    message: code === 'email_cooldown' ? cooldownText(retryAfter) : undefined,
  })
}

/** The specification's text while another login email would be too soon. */
function cooldownText(seconds: number | undefined): string {
  return seconds === undefined ? errorCatalog.email_cooldown.message : `Please try again after ${seconds} seconds`
}
