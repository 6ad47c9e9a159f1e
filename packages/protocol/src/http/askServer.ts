import { LatchkeyError } from '../errors/LatchkeyError.ts'

/** Milliseconds for which one attempt of a read waits, and how often a read is repeated that got no answer (specification 9). */
const readLimit = 10_000
const readRetries = 2

/** What measures time. */
type Timers = {
  setTimeout: (run: () => void, milliseconds: number) => unknown
  clearTimeout: (timer: never) => void
}

/**
 * Asks a server by the one rule of all clients. A read that gets no answer within 10 s is repeated twice. Anything else is sent once, because an
 * attempt that was given up may have had its effect.
 *
 * @param options.ask makes one attempt, which ends with the signal
 * @param options.isRead whether asking twice is the same as asking once
 * @param options.signal gives the question up; rejects with its reason
 * @param options.limit milliseconds for each attempt (default 10,000 for a read; none for anything else)
 * @throws LatchkeyError `network_request_failed` when no answer came
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
