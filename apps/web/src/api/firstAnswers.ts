/** What was asked for before the site's code was there, by address. */
const asked = new Map<string, Promise<Response>>()

/**
 * Asks for something that the site will want, and keeps the answer for it.
 *
 * @returns an answer to read; the site gets another one
 */
export async function askFirst(address: string | URL, options: RequestInit = {}): Promise<Response> {
  const answer = fetch(address, options)
  asked.set(String(address), answer)
  return (await answer).clone()
}

/**
 * `fetch`, but takes the answer that {@link askFirst} is waiting for, once. Where that one fails, it asks again.
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
