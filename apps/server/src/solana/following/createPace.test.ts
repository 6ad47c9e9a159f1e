import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './createPace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('default: runs immediately, then once per period, and always for the last request', () => {
  let done = 0
  const work = () => {
    done += 1
  }
  const pace = createPace({ work, every: 1_000, delay: 50 })
  pace.ask()
  pace.ask()
  vi.advanceTimersByTime(50)
  expect(done).toBe(1)
  for (let step = 0; step < 99; step += 1) {
    pace.ask()
    vi.advanceTimersByTime(10)
  }
  expect(done).toBe(1)
  vi.advanceTimersByTime(20)
  expect(done).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(done).toBe(2)
  pace.ask()
  pace.end()
  vi.advanceTimersByTime(60_000)
  expect(done).toBe(2)
})
