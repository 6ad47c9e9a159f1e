import { expect, test } from 'vitest'
import { nameDay } from './nameDay.ts'

test('behavior: names today and yesterday by the midnights of this device', () => {
  const now = new Date(2026, 10, 22, 0, 30).getTime()
  const name = (minutes: number, locale = 'en') => nameDay({ time: now - minutes * 60_000, now, locale })
  expect([name(20), name(40), name(60 * 25)]).toEqual(['Today', 'Yesterday', undefined])
  expect([name(20, 'de'), name(40, 'es'), name(20, 'ja')]).toEqual(['Heute', 'Ayer', '今日'])
  // If the device's clock is behind, a future day has no name.
  expect(name(-60 * 48)).toBeUndefined()
})
