import { expect, test } from 'vitest'
import { createMemoryKv } from '../platform/kv/createMemoryKv.ts'
import { createSiwxLimits, type SiwxAct } from './createSiwxLimits.ts'

const midnight = Date.parse('2027-01-15T00:00:00Z')
const ip = '10.9.0.1'

test.each<[SiwxAct, hour: number, day: number]>([
  ['nonce', 3_000, 10_000],
  ['verify', 1_500, 3_000],
  ['contract', 500, 2_000],
])('behavior: a day of one IP address, minute by minute: %s', async (act, hourly, daily) => {
  let now = midnight
  const clock = { now: () => now }
  const kv = createMemoryKv({ clock })
  const limits = createSiwxLimits({ context: { clock, kv } })
  /** The number of accepted acts in 24 hours. */
  let taken = 0
  let longest = 0
  for (let minute = 0; minute < 24 * 60; minute++) {
    for (;;) {
      const refusal = await limits.consume(act, ip).catch((error) => error)
      if (refusal) {
        longest = Math.max(longest, refusal.retryAfter)
        break
      }
      taken += 1
    }
    now += 60_000
    if (minute === 59) expect(taken).toBe(hourly)
  }
  expect(taken).toBe(daily)
  expect(longest).toBeGreaterThan(3_600)
  // The next day starts from zero.
  await limits.consume(act, ip)
  await limits.consume(act, '10.9.0.2')
})
