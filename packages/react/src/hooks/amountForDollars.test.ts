import { parseUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountForDollars } from './amountForDollars.ts'

test.each([
  ['5', 2990, 18, '0.0016722'],
  ['5', 1, 6, '5'],
  ['1234567.89', 1, 6, '1234567.89'],
  ['5', 0.0005, 18, '10000'],
  ['0.01', 90_000, 8, '0.00000011'],
  ['0.0001', 2990, 18, '0.00000003344'],
])('behavior: $%s at %d is %s', (dollars, price, decimals, amount) => {
  expect(amountForDollars({ dollars, price, decimals })).toBe(amount)
})

test('error: returns undefined without a price, or for a sum below one base unit', () => {
  expect(amountForDollars({ dollars: '5', price: null, decimals: 18 })).toBeUndefined()
  expect(amountForDollars({ dollars: '5', price: 0, decimals: 18 })).toBeUndefined()
  expect(amountForDollars({ dollars: '0.01', price: 90_000, decimals: 2 })).toBeUndefined()
  expect(amountForDollars({ dollars: '0', price: 1, decimals: 6 })).toBeUndefined()
})

test('behavior: the amount is never worth more than the sum, and at most a cent less', () => {
  const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), price, (cents, rate) => {
      const dollars = cents / 100
      const amount = amountForDollars({ dollars: dollars.toFixed(2), price: rate, decimals: 18 })
      if (amount === undefined) throw new Error('Nothing was offered')
      expect(parseUnits(amount, 18).ok).toBe(true)
      const worth = Number(amount) * rate
      expect(worth).toBeLessThanOrEqual(dollars * (1 + 1e-12))
      expect(worth).toBeGreaterThan(dollars - 0.01)
    }),
  )
})
