import type { Clock } from '../platform/clock/Clock.ts'

/** Remembers calls for as long as a client may repeat them. */
export type Repeats = { has: (key: string) => boolean; add: (key: string) => void }

/** Milliseconds: a client that hears no answer sends the same call again for a minute. */
export const repeatTime = 120_000
/** Calls that are remembered; beyond them the oldest go. */
const most = 20_000

/** Creates the memory for calls whose message may be over before its sender stops repeating it. */
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
