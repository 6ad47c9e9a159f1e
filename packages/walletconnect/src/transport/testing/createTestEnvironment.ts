import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import type { ClientEnvironment } from '../../ClientEnvironment.ts'

/** Real sockets and randomness, and a clock that moves on command. */
export type TestEnvironment = ClientEnvironment & {
  /** Moves the clock and runs due timers, in order. */
  advance: (milliseconds: number) => void
  /** The page becomes visible. */
  wake: () => void
  /** Number of running timers. */
  timers: () => number
}

export function createTestEnvironment({ start = 1_760_000_000_000 }: { start?: number } = {}): TestEnvironment {
  let time = start
  const due = new Set<{ at: number; run: () => void }>()
  const listeners = new Set<() => void>()
  return {
    now: () => time,
    setTimeout: (run, delay) => {
      const timer = { at: time + delay, run }
      due.add(timer)
      return timer
    },
    clearTimeout: (timer) => void due.delete(timer as { at: number; run: () => void }),
    randomBytes: (length) => Uint8Array.from(randomBytes(length)),
    openSocket: (url) => new WebSocket(url),
    onWake: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    advance: (milliseconds) => {
      const end = time + milliseconds
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        time = Math.max(time, next.at)
        next.run()
      }
      time = end
    },
    wake: () => {
      for (const listener of listeners) listener()
    },
    timers: () => due.size,
  }
}
