import { frameLimits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

const minute = 60_000

/** Lets prompts through one at a time, six a minute (threat 11). */
export type PromptGate = {
  /** @throws LatchkeyError `prompt_open`, `frame_busy` with the seconds to wait: nothing was asked */
  enter: () => () => void
  isOpen: () => boolean
}

/** When the last prompts of an origin were, unix milliseconds; kept where other frames of this wallet see it. */
export type PromptTimes = { read: () => number[]; write: (times: readonly number[]) => void }

/**
 * Makes the gate of one origin.
 *
 * @param options.times shared by the frames of one origin and project, so that to mount the frame anew does not reset the count
 */
export function createPromptGate({ now, times: shared }: { now: () => number; times: PromptTimes }): PromptGate {
  let open = false
  return {
    enter: () => {
      if (open) throw new ServiceError('prompt_open')
      // Times that are still to come are of a clock that was set back.
      const times = shared.read().filter((time) => time <= now() && now() - time < minute)
      const [oldest] = times
      if (oldest !== undefined && times.length >= frameLimits.promptsPerMinute)
        throw new ServiceError('frame_busy', { retryAfter: Math.ceil((oldest + minute - now()) / 1000) })
      shared.write([...times, now()])
      open = true
      let left = false
      return () => {
        if (left) return
        left = true
        open = false
      }
    },
    isOpen: () => open,
  }
}
