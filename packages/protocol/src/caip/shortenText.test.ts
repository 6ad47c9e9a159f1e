import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenAddress } from './address.ts'
import { shortenText } from './shortenText.ts'

test('default: spec 9.29: 33 characters, with three dots in the middle', () => {
  const short = shortenText('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH')
  expect(short).toBe('abcdefghijklmno...3456789ABCDEFGH')
  expect(short).toHaveLength(33)
  expect(short.indexOf('...')).toBe(15)
})

test('behavior: spec 9.29: a text of 33 characters stays, one of 34 does not', () => {
  expect(shortenText('x'.repeat(33))).toBe('x'.repeat(33))
  expect(shortenText('x'.repeat(34))).toBe(`${'x'.repeat(15)}...${'x'.repeat(15)}`)
  expect(shortenText('')).toBe('')
})

test('behavior: uses another length; if the rest is odd, the beginning gets one character more', () => {
  expect(shortenText('abcdefghij', { length: 8 })).toBe('abc...ij')
  expect(shortenText('abcdefghij', { length: 5 })).toBe('a...j')
})

test('behavior: cuts no character in two', () => {
  const fish = '🐟'.repeat(40)
  expect(shortenText(fish)).toBe(`${'🐟'.repeat(15)}...${'🐟'.repeat(15)}`)
  expect(shortenText('🐟'.repeat(33))).toBe('🐟'.repeat(33))
})

test('behavior: is never longer than the length, and keeps both ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 5, max: 60 }), (text, length) => {
      const characters = [...text]
      const short = [...shortenText(text, { length })]
      expect(short).toHaveLength(Math.min(characters.length, length))
      expect([short[0], short.at(-1)]).toEqual([characters[0], characters.at(-1)])
    }),
  )
})

test.each([4, 0, -1, 7.5, Number.NaN])('error: no room for both ends: %s', (length) => {
  expect(() => shortenText('abcdefghij', { length })).toThrow(RangeError)
})

test('behavior: spec 9.28: an address keeps 4 characters after 0x and the last 4', () => {
  expect(shortenAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toBe('0xd8dA…6045')
  expect(shortenAddress('So11111111111111111111111111111111111111112')).toBe('So11…1112')
})
