import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'

/** Milliseconds before each further try: together less than a host waits for the frame. */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/**
 * Asks again, a few times and ever later, after a failure that may pass.
 *
 * @throws what the last try threw, or the first that would fail again
 * @example const config = await askAgain({ ask: () => api.request(getFrameConfig, { query }), schedule })
 */
export async function askAgain<T>({ ask, schedule }: { ask: () => Promise<T>; schedule: Schedule }): Promise<T> {
  for (const pause of pauses) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ServiceError && error.retryable)) throw error
    }
    await new Promise<void>((resolve) => {
      schedule(resolve, pause)
    })
  }
  return ask()
}
