import type { Siwx } from '@latchkey/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSiwx } from './watchSiwx.ts'

const of = { chainId: 'eip155:1', address: `0x${'aa'.repeat(20)}` } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('default: requests sign-ins until the server answers, then stops', async () => {
  let isAway = true
  const getSessions = vi.fn(async () => {
    if (isAway) throw new Error('away')
    return []
  })
  const siwx = watchSiwx({ getSessions } as unknown as Siwx)
  // As the kit does after a sign-in started or ended elsewhere.
  const stop = siwx.subscribe?.(() => void siwx.getSessions(of).catch(() => undefined))
  await expect(siwx.getSessions(of)).rejects.toThrow('away')
  expect(siwx.away.getState()).toBe(true)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(getSessions).toHaveBeenCalledTimes(2)
  isAway = false
  siwx.lookAgain()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(siwx.away.getState()).toBe(false)
  expect(getSessions).toHaveBeenCalledTimes(3)
  stop?.()
})

test('behavior: stops after the kit is destroyed', async () => {
  const getSessions = vi.fn(async () => Promise.reject(new Error('away')))
  const siwx = watchSiwx({ getSessions } as unknown as Siwx)
  const stop = siwx.subscribe?.(() => void siwx.getSessions(of).catch(() => undefined))
  await siwx.getSessions(of).catch(() => undefined)
  stop?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getSessions).toHaveBeenCalledTimes(1)
})
