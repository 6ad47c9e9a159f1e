import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from './askInTime.ts'

/** Milliseconds for which one attempt of a read waits (specification 9). */
const attemptTimeout = 10_000
/** How often a read is repeated that got no answer (specification 9). */
const retryCount = 2

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
 * Asks a server over HTTP and reads its JSON.
 *
 * A read that gets no answer is repeated twice, and each attempt ends after 10 s. Anything else is sent once and waits as long as
 * the connection lasts, because an attempt that was given up may still have had its effect.
 *
 * @param options.isRead whether asking twice is the same as asking once
 * @param options.signal gives the question up; rejects with its reason
 * @throws LatchkeyError `network_request_failed` when no answer came
 */
export async function exchange({
  fetch: fetchUrl,
  url,
  init,
  isRead,
  signal,
  timers = globalThis as Timers,
}: {
  fetch: typeof fetch
  url: string
  init: RequestInit
  isRead: boolean
  signal?: AbortSignal | undefined
  timers?: Timers | undefined
}): Promise<Answer> {
  const attempt = async (own: AbortSignal | undefined): Promise<Answer> => {
    const response = await fetchUrl(url, { ...init, ...(own ? { signal: own } : {}) })
    try {
      return { response, body: await response.json() }
    } catch (cause) {
      // Lost on the way is no answer; what is no JSON is one.
      if (cause instanceof SyntaxError) return { response, body: undefined, cause }
      throw cause
    }
  }
  for (let retries = isRead ? retryCount : 0; ; retries--) {
    try {
      if (!isRead) return await attempt(signal)
      return await askInTime({ environment: timers, milliseconds: attemptTimeout, signal, ask: attempt })
    } catch (cause) {
      if (signal?.aborted) throw cause
      if (retries > 0) continue
      throw cause instanceof LatchkeyError ? cause : new LatchkeyError('network_request_failed', { cause })
    }
  }
}
