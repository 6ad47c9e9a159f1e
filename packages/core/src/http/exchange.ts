import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** Milliseconds for which one attempt of a read waits (specification 9). */
const attemptTimeout = 10_000
/** How often a read is repeated that got no answer (specification 9). */
const retryCount = 2

/** What measures time; the page's own timers where a caller has no environment. */
export type Timers = Pick<Environment, 'setTimeout' | 'clearTimeout'>

const pageTimers: Timers = {
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
}

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
  timers = pageTimers,
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
      return await (isRead ? inTime({ timers, signal, attempt }) : attempt(signal))
    } catch (cause) {
      if (signal?.aborted) throw cause
      if (retries > 0) continue
      throw cause instanceof LatchkeyError ? cause : new LatchkeyError('network_request_failed', { cause })
    }
  }
}

/** Ends an attempt when its time is over, whether or not the connection notices. */
function inTime<T>({
  timers,
  signal,
  attempt,
}: {
  timers: Timers
  signal: AbortSignal | undefined
  attempt: (signal: AbortSignal) => Promise<T>
}): Promise<T> {
  const own = new AbortController()
  return new Promise((resolve, reject) => {
    const settle = () => {
      timers.clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    const end = (error: unknown) => {
      settle()
      reject(error)
      own.abort(error)
    }
    const giveUp = () => end(signal?.reason)
    const expire = () =>
      end(new LatchkeyError('network_request_failed', { details: `No answer within ${attemptTimeout / 1000} s` }))
    const timer = timers.setTimeout(expire, attemptTimeout)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    attempt(own.signal).then(resolve, reject).finally(settle)
  })
}
