import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'

/** Milliseconds before each repetition. The total is less than the host's timeout. */
const pauses = [250, 500, 1_000, 2_000, 4_000]

/**
 * Repeats a request a few times after temporary failures, with growing pauses.
 *
 * @throws the error of the last attempt, or the first permanent error
 * @example const config = await retryRequest({ ask: () => api.request(getFrameConfig, { query }), schedule })
 */
export async function retryRequest<T>({ ask, schedule }: { ask: () => Promise<T>; schedule: Schedule }): Promise<T> {
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
