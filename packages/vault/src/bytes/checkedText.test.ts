import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCheckedText, toCheckedText } from './checkedText.ts'

const label = 'test/v1'
const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 })
const read = (text: string) => fromCheckedText({ label, text, length: 16 })

test('default', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = toCheckedText({ label, bytes })
      expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-)*[0-9A-HJKMNP-TV-Z]{1,4}$/)
      expect(fromCheckedText({ label, text, length: bytes.length })).toStrictEqual(new Uint8Array(bytes))
    }),
  )
})

test('behavior: tolerates case, spaces, dashes and look-alikes', () => {
  const mistake = (character: string) => ({ '0': 'o', '1': 'l', '-': ' – ' })[character] ?? character.toLowerCase()
  fc.assert(
    fc.property(secrets, (bytes) => {
      const text = [...toCheckedText({ label, bytes })].map(mistake).join('')
      expect(read(` ${text}\n`)).toStrictEqual(new Uint8Array(bytes))
    }),
  )
})

test('behavior: of codes with one wrong character, not one in 200 is accepted', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const characters = [...toCheckedText({ label, bytes: new Uint8Array(16).fill(0xa5) }).replaceAll('-', '')]
  const wrong = characters.flatMap((right, place) =>
    [...alphabet].filter((other) => other !== right).map((other) => characters.with(place, other).join('')),
  )
  expect(wrong).toHaveLength(28 * 31)
  expect(wrong.filter(read).length).toBeLessThan((28 * 31) / 200)
})

test('behavior: a code of another kind is refused', () => {
  fc.assert(
    fc.property(secrets, (bytes) => {
      const other = read(toCheckedText({ label: 'other/v1', bytes }))
      // The check has ten bits, so one in a thousand other codes passes, but not these.
      expect(other).toBeUndefined()
    }),
    { numRuns: 100 },
  )
})

test('behavior: each secret has one code: the unused bits of the last character must be zero', () => {
  const zero = toCheckedText({ label, bytes: new Uint8Array(16) }).replaceAll('-', '')
  for (const last of '123') expect(read(`${zero.slice(0, 25)}${last}${zero.slice(26)}`)).toBeUndefined()
})

test.each(['', '-', '0', 'U'.repeat(28), '0'.repeat(27), '0'.repeat(29), '💥'])('error: %j is no code', (text) => {
  expect(read(text)).toBeUndefined()
})
