import { expect, test } from 'vitest'
import { formatPeriod } from './formatPeriod.ts'

test.each([
  [60, 'en', '1 minute'],
  [3_600, 'en', '1 hour'],
  [5_400, 'en', '90 minutes'],
  [30 * 86_400, 'en', '30 days'],
  [30 * 86_400, 'de', '30 Tage'],
  [30 * 86_400, 'ar', '30 يومًا'],
  [61, 'en', '61 seconds'],
])('default: %i s in %s', (seconds, locale, expected) => {
  expect(formatPeriod({ seconds, locale })).toBe(expected)
})
