import { askServer } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** Timers of the environment, or of the page. */
export type Timers = Pick<Environment, 'setTimeout' | 'clearTimeout'>

/** The answer of a server. */
type Answer = {
  response: Response
  /** Undefined if it is not JSON; then `cause` is the error. */
  body: unknown
  cause?: unknown
}

/**
 * Sends a request over HTTP and reads the JSON answer, with the rules of `askServer`.
 *
 * @param options.isRead whether the request can be repeated safely
 * @param options.signal aborts the request; rejects with its reason
 * @throws LatchkeyError `network_request_failed` without an answer
 */
export function exchange({
  fetch: fetchUrl,
  url,
  init,
  isRead,
  signal,
  timers,
}: {
  fetch: typeof fetch
  url: string
  init: RequestInit
  isRead: boolean
  signal?: AbortSignal | undefined
  timers?: Timers | undefined
}): Promise<Answer> {
  const ask = async (own: AbortSignal): Promise<Answer> => {
    const response = await fetchUrl(url, { ...init, signal: own })
    try {
      return { response, body: await response.json() }
    } catch (cause) {
      // A lost answer is no answer; one that is not JSON is.
      if (cause instanceof SyntaxError) return { response, body: undefined, cause }
      throw cause
    }
  }
  return askServer({ ask, isRead, signal, timers })
}
