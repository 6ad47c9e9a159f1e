import { frameLimits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

const minute = 60_000

/** Lets prompts through one at a time, six a minute (threat 11). */
export type PromptGate = {
  /** @throws LatchkeyError `prompt_open`, `frame_busy` with the seconds to wait: nothing was asked */
  enter: () => () => void
  isOpen: () => boolean
}

/** Times of an origin's last prompts in Unix milliseconds, stored where other frames of this wallet see them. */
export type PromptTimes = { read: () => number[]; write: (times: readonly number[]) => void }

/**
 * Creates the gate of one origin.
 *
 * @param options.times shared by the frames of one origin and project, so that mounting the frame again does not reset the count
 */
export function createPromptGate({ now, times: shared }: { now: () => number; times: PromptTimes }): PromptGate {
  let open = false
  return {
    enter: () => {
      if (open) throw new ServiceError('prompt_open')
      // Future times are from a clock that was set back.
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
