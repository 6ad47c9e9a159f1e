import type { Clock } from '../platform/clock/Clock.ts'

/** Remembers calls for as long as a client can repeat them. */
export type Repeats = { has: (key: string) => boolean; add: (key: string) => void }

/** Milliseconds. A client without a reply repeats the same call for a minute. */
export const repeatTime = 120_000
/** Maximum of remembered calls. Beyond it, the oldest are removed. */
const most = 20_000

/** Creates the memory of calls whose message can expire before its sender stops repeating it. */
export function createRepeats({ clock }: { clock: Clock }): Repeats {
  const calls = new Map<string, number>()
  return {
    has: (key) => {
      const until = calls.get(key)
      return until !== undefined && until > clock.now()
    },
    add: (key) => {
      const now = clock.now()
      calls.delete(key)
      calls.set(key, now + repeatTime)
      for (const [oldest, until] of calls) {
        if (until > now && calls.size <= most) break
        calls.delete(oldest)
      }
    },
  }
}
