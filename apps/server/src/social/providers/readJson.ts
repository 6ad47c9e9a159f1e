import { ServiceError } from '@latchkey/protocol/errors'
import { readText } from '../../platform/http/readText.ts'
import { isRecord } from './isRecord.ts'

/** User data is smaller than this. */
const maxBytes = 256 * 1024

/**
 * Reads JSON of a provider's API.
 *
 * @throws LatchkeyError `social_provider_failed` if it returns anything else; TypeError or DOMException if it does not answer
 */
export async function readJson({
  url,
  accessToken,
  signal,
}: {
  url: string
  accessToken: string
  signal: AbortSignal
}): Promise<Record<string, unknown> | readonly unknown[]> {
  const response = await fetch(url, {
    // GitHub rejects requests without a user agent.
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'latchkey' },
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw failed(`the API answered ${response.status}`)
  }
  const text = await readText({ stream: response.body, maxBytes })
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (isRecord(value) || Array.isArray(value)) return value
  } catch {}
  throw failed('the API did not answer with JSON')
}

function failed(reason: string): ServiceError {
  return new ServiceError('social_provider_failed', { details: reason })
}
