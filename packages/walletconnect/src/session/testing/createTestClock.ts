import type { ClientEnvironment } from '../../ClientEnvironment.ts'

/** An environment whose time advances on command, and whose randomness is the same in every run. */
export function createTestClock({ seed = 1 }: { seed?: number } = {}) {
  let time = 1_900_000_000_000
  let state = seed
  let last = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const wakers = new Set<() => void>()

  const environment: ClientEnvironment = {
    now: () => time,
    setTimeout: (run, delay) => {
      timers.set(++last, { at: time + delay, run })
      return last
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    randomBytes: (length) =>
      Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state >>> 24
      }),
    openSocket: () => {
      throw new Error('There are no sockets here')
    },
    onWake: (listener) => {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
  }

  return {
    environment,
    timers: () => timers.size,
    wakers: () => wakers.size,
    /** Advances the time and runs due timers. */
    advance: (milliseconds: number) => {
      const end = time + milliseconds
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)
        if (!next) break
        timers.delete(next[0])
        time = Math.max(time, next[1].at)
        next[1].run()
      }
      time = end
    },
    /** Advances the time without timers, as while a machine sleeps. */
    sleep: (milliseconds: number) => {
      time += milliseconds
    },
    wake: () => {
      for (const waker of [...wakers]) waker()
    },
  }
}
