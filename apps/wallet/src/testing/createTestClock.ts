import type { Schedule } from '../device/Schedule.ts'

/** A clock that a test moves. */
export type TestClock = {
  now: () => number
  schedule: Schedule
  /** Advances the time, and runs due timers on the way. */
  advance: (milliseconds: number) => void
  /** Advances to the next timer if it is due within so many milliseconds. Otherwise the clock does not move for running work. */
  advanceToDue: (within: number) => void
}

/** Creates a {@link TestClock}. */
export function createTestClock(): TestClock {
  let time = Date.UTC(2030, 0, 1)
  let next = 0
  const waiting = new Map<number, { at: number; run: () => void }>()
  const advance = (milliseconds: number) => {
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
  }
  return {
    now: () => time,
    schedule: (run, milliseconds) => {
      const id = next++
      waiting.set(id, { at: time + milliseconds, run })
      return () => waiting.delete(id)
    },
    advance,
    advanceToDue: (within) => {
      const soonest = Math.min(...[...waiting.values()].map(({ at }) => at - time))
      if (soonest <= within) advance(soonest)
    },
  }
}
