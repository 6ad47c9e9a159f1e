import { askServer } from '@latchkey/protocol'

/** A complete answer. */
export type FetchedText = { response: Response; text: string }

/**
 * Fetches and reads the answer to its end, by the rule of `askServer`.
 *
 * @param options.init created for each attempt, because a DPoP proof is valid for one
 * @param options.isRead whether the request can be repeated safely
 * @param options.signal aborts it; rejects with its reason
 * @param options.limit milliseconds for each attempt (default 10,000 for a read; none for anything else)
 * @throws LatchkeyError `network_request_failed` if there is no answer
 * @example const { response, text } = await fetchInTime({ fetch, url, init: () => ({ method: 'POST', body }), isRead: true })
 */
export function fetchInTime({
  fetch: fetchUrl,
  url,
  init,
  isRead,
  signal,
  limit,
}: {
  fetch: typeof fetch
  url: string
  init: () => RequestInit | Promise<RequestInit>
  isRead: boolean
  signal?: AbortSignal | undefined
  limit?: number | undefined
}): Promise<FetchedText> {
  const ask = async (own: AbortSignal): Promise<FetchedText> => {
    const response = await fetchUrl(url, { ...(await init()), signal: own })
    return { response, text: await response.text() }
  }
  return askServer({ ask, isRead, signal, limit })
}
