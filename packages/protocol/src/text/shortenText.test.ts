import { expect, test } from 'vitest'
import { shortenText } from './shortenText.ts'

test('a shortened text has 33 characters, with ... in the middle (spec 9.29)', () => {
  const whole = 'abcdefghijklmnopqrstuvwxyz0123456789'
  expect(shortenText(whole)).toBe('abcdefghijklmno...vwxyz0123456789')
  expect(shortenText(whole)).toHaveLength(33)
  expect(shortenText(whole.slice(0, 33))).toBe(whole.slice(0, 33))
  expect(shortenText(whole, { length: 10 })).toBe('abcd...789')
  expect(shortenText(whole, { length: 4 })).toBe('a...')
})

test('a symbol is one character and is never cut', () => {
  expect(shortenText('👩‍👩‍👧'.repeat(6), { length: 5 })).toBe('👩‍👩‍👧...👩‍👩‍👧')
})
