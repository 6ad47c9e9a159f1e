/** The used part of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Fetches JSON from one URL: without redirects, so that no answer leads to another server, and with a limit of bytes.
 *
 * @throws Error if the answer is late, has another status, is too long or is not JSON
 */
export async function fetchJson({
  url,
  fetch,
  timeout,
  maxBytes,
}: {
  url: string
  fetch: Fetch
  /** Milliseconds. */
  timeout: number
  maxBytes: number
}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // The only way to refuse redirects that workers support.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} answered with status ${response.status}`)
  }
  return JSON.parse(await readText(response, maxBytes))
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > maxBytes) {
      await reader?.cancel()
      throw new Error(`The answer is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
