import { LatchkeyError } from '../errors/LatchkeyError.ts'

/** Timeout of one attempt of a read in milliseconds, and number of retries without an answer (specification 9). */
const readLimit = 10_000
const readRetries = 2

/** Timer functions. */
type Timers = {
  setTimeout: (run: () => void, milliseconds: number) => unknown
  clearTimeout: (timer: never) => void
}

/**
 * Sends a request by the rule of all clients. A read without an answer within 10 s is repeated twice. Any other request is sent once,
 * because an aborted attempt may have had its effect.
 *
 * @param options.ask makes one attempt, which ends with the signal
 * @param options.isRead whether the request can be repeated without a further effect
 * @param options.signal aborts the request, which then rejects with its reason
 * @param options.limit timeout of each attempt in milliseconds (default 10,000 for a read; none for other requests)
 * @throws LatchkeyError `network_request_failed` without an answer
 * @example const response = await askServer({ ask: (signal) => fetch(url, { signal }), isRead: true })
 */
export async function askServer<Answer>({
  ask,
  isRead,
  signal,
  limit = isRead ? readLimit : undefined,
  timers = globalThis as Timers,
}: {
  ask: (signal: AbortSignal) => Promise<Answer>
  isRead: boolean
  signal?: AbortSignal | undefined
  limit?: number | undefined
  timers?: Timers | undefined
}): Promise<Answer> {
  for (let retries = isRead ? readRetries : 0; ; retries--) {
    const attempt = new AbortController()
    const giveUp = () => attempt.abort(signal?.reason)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    const timer = limit && timers.setTimeout(() => attempt.abort(`No answer within ${limit / 1000} s`), limit)
    try {
      return await ask(attempt.signal)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason ?? cause
      if (retries) continue
      const details = limit && attempt.signal.aborted ? { details: String(attempt.signal.reason) } : {}
      throw new LatchkeyError('network_request_failed', { cause, ...details })
    } finally {
      timers.clearTimeout(timer as never)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}
