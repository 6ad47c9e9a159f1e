import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/** Milliseconds for which the server is waited for. */
const longestWait = 30_000

/**
 * Waits for an answer of the server, but not for ever.
 *
 * @param options.ask is given the signal that ends it
 * @param options.milliseconds default 30 s
 * @throws LatchkeyError `network_request_failed` after that; whatever `ask` throws
 */
export function askInTime<Answer>({
  environment,
  milliseconds = longestWait,
  ask,
}: {
  environment: Environment
  milliseconds?: number
  ask: (signal: AbortSignal) => Promise<Answer>
}): Promise<Answer> {
  const abort = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = environment.setTimeout(() => {
      const error = new LatchkeyError('network_request_failed', {
        details: `No answer within ${milliseconds / 1000} s`,
      })
      reject(error)
      abort.abort(error)
    }, milliseconds)
    ask(abort.signal)
      .then(resolve, reject)
      .finally(() => environment.clearTimeout(timer))
  })
}
