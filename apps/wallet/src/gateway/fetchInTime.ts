import { ServiceError } from '@latchkey/protocol/errors'

/** Milliseconds for which one attempt of a read waits, and how often it is repeated (specification 9). */
const readLimit = 10_000
const retryCount = 2

/** An answer as a whole. */
export type FetchedText = { response: Response; text: string }

/**
 * Fetches, and reads the answer to its end. A read that gets no answer within 10 s is repeated twice; anything else is sent once, because
 * one that was given up may have had its effect.
 *
 * @param options.init made for each attempt: a proof is good for one
 * @param options.isRead whether asking twice is the same as asking once
 * @param options.signal gives it up; rejects with its reason
 * @param options.limit milliseconds for each attempt (default 10,000 for a read; none for anything else)
 * @throws LatchkeyError `network_request_failed` when no answer came
 * @example const { response, text } = await fetchInTime({ fetch, url, init: () => ({ method: 'POST', body }), isRead: true })
 */
export async function fetchInTime({
  fetch: fetchUrl,
  url,
  init,
  isRead,
  signal,
  limit = isRead ? readLimit : undefined,
}: {
  fetch: typeof fetch
  url: string
  init: () => RequestInit | Promise<RequestInit>
  isRead: boolean
  signal?: AbortSignal | undefined
  limit?: number | undefined
}): Promise<FetchedText> {
  for (let retries = isRead ? retryCount : 0; ; retries--) {
    const attempt = new AbortController()
    const giveUp = () => attempt.abort(signal?.reason)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    const timer = limit === undefined ? undefined : setTimeout(() => attempt.abort(), limit)
    try {
      const response = await fetchUrl(url, { ...(await init()), signal: attempt.signal })
      return { response, text: await response.text() }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason ?? cause
      if (retries === 0) throw new ServiceError('network_request_failed', { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}
