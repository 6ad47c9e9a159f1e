import { parseUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount } from './readAmount.ts'

test.each([
  ['', ''],
  ['.', '.'],
  ['12.', '12.'],
  ['12,5', '12.5'],
  ['1 250,5', '1250.5'],
  ['1,250.50', '1250.50'],
  ["1'000", '1000'],
])('default: %s reads as %s', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})

test.each(['-1', '1e5', '0x10', '1.2.3', '1,2,3', 'abc', '٣', '9'.repeat(81)])('error: %s is refused', (text) => {
  expect(readAmount(text)).toBeUndefined()
})

test('behavior: what it accepts is an amount, or the beginning of one', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., e-x') }), (text) => {
      const amount = readAmount(text)
      if (amount === undefined || amount === '' || amount === '.') return
      expect(parseUnits(amount, 80).ok).toBe(true)
    }),
  )
})

test('behavior: reading twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const amount = readAmount(text)
      if (amount !== undefined) expect(readAmount(amount)).toBe(amount)
    }),
  )
})
