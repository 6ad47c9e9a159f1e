import type { Schedule } from '../device/Schedule.ts'

/** A clock that a test moves. */
export type TestClock = {
  now: () => number
  schedule: Schedule
  /** Lets time pass, and runs what was due on the way. */
  advance: (milliseconds: number) => void
}

/** Makes a {@link TestClock}. */
export function createTestClock(): TestClock {
  let time = Date.UTC(2030, 0, 1)
  let next = 0
  const waiting = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => time,
    schedule: (run, milliseconds) => {
      const id = next++
      waiting.set(id, { at: time + milliseconds, run })
      return () => waiting.delete(id)
    },
    advance: (milliseconds) => {
      const end = time + milliseconds
      for (;;) {
        const due = [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        const [id, { at, run }] = due
        waiting.delete(id)
        time = Math.max(time, at)
        run()
      }
      time = end
    },
  }
}
