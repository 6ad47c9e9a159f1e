import { parseUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAmount } from './cutAmount.ts'

test('default', () => {
  expect(
    ['1028.625540178391204482', '12.345678', '0.137458890859505591', '0.000000001234', '250', '250.10', '0.0'].map(
      cutAmount,
    ),
  ).toEqual(['1028.62', '12.3456', '0.137458', '0.0000000012', '250', '250.1', '0'])
})

test('behavior: keeps anything that is no decimal text', () => {
  expect(['', '-1.5', '1.', 'all'].map(cutAmount)).toEqual(['', '-1.5', '1.', 'all'])
})

test('behavior: never shows more than the amount, and never zero for a positive amount', () => {
  const units = (text: string) => {
    const read = parseUnits(text, 18)
    if (!read.ok) throw new Error(text)
    return read.value
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 60n }), (amount) => {
      const digits = amount.toString().padStart(19, '0')
      const cut = units(cutAmount(`${digits.slice(0, -18)}.${digits.slice(-18)}`))
      return cut > 0n && cut <= amount && (amount - cut) * 10n < amount
    }),
  )
})
