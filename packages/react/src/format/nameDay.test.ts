import { expect, test } from 'vitest'
import { nameDay } from './nameDay.ts'

test('behavior: today and yesterday are called so, by the midnights of this device', () => {
  const now = new Date(2026, 10, 22, 0, 30).getTime()
  const name = (minutes: number, locale = 'en') => nameDay({ time: now - minutes * 60_000, now, locale })
  expect([name(20), name(40), name(60 * 25)]).toEqual(['Today', 'Yesterday', undefined])
  expect([name(20, 'de'), name(40, 'es'), name(20, 'ja')]).toEqual(['Heute', 'Ayer', '今日'])
  // A clock that is behind makes no day of the past.
  expect(name(-60 * 48)).toBeUndefined()
})
