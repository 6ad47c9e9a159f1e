import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** Time limit of a server's answer in milliseconds. */
const longestWait = 30_000

/**
 * Waits for an answer of the server, with a time limit.
 *
 * @param options.ask gets the signal that aborts it
 * @param options.milliseconds default 30 s
 * @param options.signal aborts the request; rejects with its reason
 * @throws LatchkeyError `network_request_failed` after the limit; the errors of `ask`
 */
export function askInTime<Answer>({
  environment,
  milliseconds = longestWait,
  signal,
  ask,
}: {
  environment: Pick<Environment, 'setTimeout' | 'clearTimeout'>
  milliseconds?: number
  signal?: AbortSignal | undefined
  ask: (signal: AbortSignal) => Promise<Answer>
}): Promise<Answer> {
  const own = new AbortController()
  return new Promise((resolve, reject) => {
    const settle = () => {
      environment.clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    const end = (error: unknown) => {
      settle()
      reject(error)
      own.abort(error)
    }
    const giveUp = () => end(signal?.reason)
    const timer = environment.setTimeout(
      () => end(new LatchkeyError('network_request_failed', { details: `No answer within ${milliseconds / 1000} s` })),
      milliseconds,
    )
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
    ask(own.signal).then(resolve, reject).finally(settle)
  })
}
