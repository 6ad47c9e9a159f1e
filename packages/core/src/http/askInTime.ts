import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** Milliseconds for which the server is waited for. */
const longestWait = 30_000

/**
 * Waits for an answer of the server, but not for ever.
 *
 * @param options.ask is given the signal that ends it
 * @throws LatchkeyError `network_request_failed` after 30 s; whatever `ask` throws
 */
export function askInTime<Answer>({
  environment,
  ask,
}: {
  environment: Environment
  ask: (signal: AbortSignal) => Promise<Answer>
}): Promise<Answer> {
  const abort = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = environment.setTimeout(() => {
      const error = new LatchkeyError('network_request_failed', { details: 'No answer within 30 s' })
      reject(error)
      abort.abort(error)
    }, longestWait)
    ask(abort.signal)
      .then(resolve, reject)
      .finally(() => environment.clearTimeout(timer))
  })
}
