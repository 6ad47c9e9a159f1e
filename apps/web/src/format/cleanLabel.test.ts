import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLabel } from './cleanLabel.ts'

test('default: leaves names unchanged', () => {
  for (const name of ['Latch', 'USD Coin', 'Überweisung', '日本円', 'ريال']) expect(cleanLabel(name)).toBe(name)
})

test('behavior: removes characters that turn or hide text', () => {
  expect(cleanLabel('USD\u202Ecod')).toBe('USDcod')
  expect(cleanLabel('U\u200BS\u2066D\u0000')).toBe('USD')
  expect(cleanLabel('a   b')).toBe('a b')
})

test('behavior: cuts a long text, and never returns an empty one', () => {
  expect(cleanLabel('x'.repeat(100), { limit: 5 })).toBe('xxxx…')
  expect(cleanLabel('\u202E\u200F')).toBe('?')
})

test('behavior: the result has no control or direction character for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const clean = cleanLabel(text)
      return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(clean) && [...clean].length <= 32 && clean !== ''
    }),
  )
})
