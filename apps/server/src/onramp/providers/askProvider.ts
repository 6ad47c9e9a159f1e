import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'
import { readText } from '../../platform/http/readText.ts'

/** Far more than any answer about a payment has. */
const maxBytes = 4_000_000
/** Seconds to wait at most when a provider says how long. */
const longestPause = 300

/** What a provider answered. `body` is undefined where it is no JSON. */
export type ProviderAnswer = { status: number; body: unknown; retryAfter: number | undefined }

/**
 * Asks a provider's API once. Redirects are refused: they could lead anywhere, and the key with them. What fails is told without the
 * address, the headers or the question: ids of orders, addresses of visitors and keys stand in them.
 *
 * @param options.provider its id, for the error
 * @param options.patience milliseconds until the answer is there as a whole
 * @returns every answer but 401, 403, 429 and 5xx, which are errors here
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
  if (status === 429) throw unavailable({ provider, why: 'asked for a pause', retryAfter })
  if (status >= 500) throw unavailable({ provider, why: `failed (HTTP ${status})`, retryAfter })
  return { status, body: readJson(text), retryAfter }
}

/**
 * What an answer says.
 *
 * @throws LatchkeyError `onramp_provider_unavailable` for one that was refused, or says something else
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
  if (!read.success) throw unavailable({ provider, why: 'gave an answer that is none' })
  return read.data
}

/** The error for a provider that did not answer as it should. `why` is for the log alone. */
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
