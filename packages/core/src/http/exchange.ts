import { askServer } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** What measures time; the page's own timers where a caller has no environment. */
export type Timers = Pick<Environment, 'setTimeout' | 'clearTimeout'>

/** What a server answered. */
type Answer = {
  response: Response
  /** Undefined when it is no JSON; then `cause` says why. */
  body: unknown
  cause?: unknown
}

/**
 * Asks a server over HTTP and reads its JSON, by the rule of `askServer`.
 *
 * @param options.isRead whether asking twice is the same as asking once
 * @param options.signal gives the question up; rejects with its reason
 * @throws LatchkeyError `network_request_failed` when no answer came
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
      // Lost on the way is no answer; what is no JSON is one.
      if (cause instanceof SyntaxError) return { response, body: undefined, cause }
      throw cause
    }
  }
  return askServer({ ask, isRead, signal, timers })
}
