import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('default: runs at once, then once per interval, with a last run for skipped calls', () => {
  const run = vi.fn()
  const { call } = throttle({ run, interval: 1000 })
  call()
  call()
  call()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(run).toHaveBeenCalledTimes(2)
  call()
  expect(run).toHaveBeenCalledTimes(3)
})

test('behavior: cancel drops the pending run', () => {
  const run = vi.fn()
  const { call, cancel } = throttle({ run, interval: 1000 })
  call()
  call()
  cancel()
  vi.advanceTimersByTime(5000)
  expect(run).toHaveBeenCalledTimes(1)
})
