import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'
import { readText } from '../../platform/http/readText.ts'

/** Larger than any valid response about a payment. */
const maxBytes = 4_000_000
/** Maximum pause in seconds if a provider asks for one. */
const longestPause = 300

/** Response of a provider. `body` is undefined if it is no JSON. */
export type ProviderAnswer = { status: number; body: unknown; retryAfter: number | undefined }

/**
 * Sends one request to a provider's API. Redirects are refused, because they could send the key to any server. Errors do not
 * have the URL, the headers or the request: those contain order IDs, addresses of visitors and keys.
 *
 * @param options.provider its ID, for the error
 * @param options.patience timeout in milliseconds for the whole response
 * @returns every response except 401, 403, 429 and 5xx, which are errors
 * @throws LatchkeyError `onramp_provider_unavailable`
 */
export async function askProvider({
  provider,
  url,
  method = 'GET',
  headers,
  body,
  patience,
}: {
  provider: string
  url: string
  method?: 'GET' | 'POST' | undefined
  headers: Readonly<Record<string, string>>
  body?: unknown
  patience: number
}): Promise<ProviderAnswer> {
  const deadline = AbortSignal.timeout(patience)
  let response: Response
  let text: string | undefined
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: deadline,
    })
    text = await readText({ stream: response.body, maxBytes })
  } catch {
    throw unavailable({ provider, why: deadline.aborted ? 'gave no answer in time' : 'cannot be reached' })
  }
  const { status } = response
  const told = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = told > 0 ? Math.min(told, longestPause) : undefined
  if (status === 401 || status === 403) throw unavailable({ provider, why: `refused the key (HTTP ${status})` })
  if (status === 429) throw unavailable({ provider, why: 'asked to wait', retryAfter })
  if (status >= 500) throw unavailable({ provider, why: `failed (HTTP ${status})`, retryAfter })
  return { status, body: readJson(text), retryAfter }
}

/**
 * Parses a response.
 *
 * @throws LatchkeyError `onramp_provider_unavailable` if the request was refused, or the response is malformed
 */
export function readAnswer<Schema extends z.ZodType>({
  provider,
  answer: { status, body },
  schema,
}: {
  provider: string
  answer: ProviderAnswer
  schema: Schema
}): z.output<Schema> {
  if (status < 200 || status > 299) throw unavailable({ provider, why: `refused the request (HTTP ${status})` })
  const read = schema.safeParse(body)
  if (!read.success) throw unavailable({ provider, why: 'gave an unreadable answer' })
  return read.data
}

/** Creates the error for a wrong or missing response of a provider. `why` is only for the log. */
export function unavailable({
  provider,
  why,
  retryAfter,
}: {
  provider: string
  why: string
  retryAfter?: number | undefined
}): ServiceError {
  return new ServiceError('onramp_provider_unavailable', { details: `${provider} ${why}`, retryAfter })
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
