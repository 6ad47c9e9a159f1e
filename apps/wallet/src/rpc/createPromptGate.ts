import { frameLimits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

const minute = 60_000

/** Lets prompts through one at a time, six a minute (threat 11). */
export type PromptGate = {
  /** @throws LatchkeyError `prompt_open`, `rate_limited` with the seconds to wait */
  enter: () => () => void
  isOpen: () => boolean
}

/** Makes the gate of one origin. */
export function createPromptGate({ now }: { now: () => number }): PromptGate {
  let open = false
  let times: number[] = []
  return {
    enter: () => {
      if (open) throw new ServiceError('prompt_open')
      times = times.filter((time) => now() - time < minute)
      const [oldest] = times
      if (oldest !== undefined && times.length >= frameLimits.promptsPerMinute)
        throw new ServiceError('rate_limited', { retryAfter: Math.ceil((oldest + minute - now()) / 1000) })
      times.push(now())
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
