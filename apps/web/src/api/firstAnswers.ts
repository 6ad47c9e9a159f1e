/** Requests that were sent before the site's code arrived, by URL. */
const asked = new Map<string, Promise<Response>>()

/**
 * Sends a request that the site will need, and keeps its answer.
 *
 * @returns a copy of the answer; the site reads another one
 */
export async function askFirst(address: string | URL, options: RequestInit = {}): Promise<Response> {
  const answer = fetch(address, options)
  asked.set(String(address), answer)
  return (await answer).clone()
}

/**
 * Like `fetch`, but uses the pending answer of {@link askFirst} once. Sends the request again if that one fails.
 *
 * @example await fetchFirst('/site.json')
 */
export const fetchFirst: typeof fetch = async (input, options = {}) => {
  const address = String(input instanceof Request ? input.url : input)
  const answer = asked.get(address)
  if (answer === undefined) return fetch(input, options)
  asked.delete(address)
  const { signal } = options
  signal?.throwIfAborted()
  const aborted = new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([answer.catch(() => fetch(input, options)), aborted])
}
