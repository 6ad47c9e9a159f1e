import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumAfter, readMinimum } from './slippage.ts'

test('default', () => {
  expect(readMinimum({ amount: '1000000', slippage: 1 })).toBe(990_000n)
  expect(readMinimum({ amount: '1000000', slippage: 0.124 })).toBe(998_760n)
})

test('behavior: never below the exact percentage, and never zero for an amount above zero', () => {
  expect(readMinimum({ amount: '1', slippage: 50 })).toBe(1n)
  expect(readMinimum({ amount: '3', slippage: 50 })).toBe(2n)
})

test.each([Number.NaN, -1, 101, Number.POSITIVE_INFINITY])('behavior: %s is not a slippage', (slippage) => {
  expect(readMinimum({ amount: '1000000', slippage })).toBeUndefined()
})

test('behavior: the minimum is the least whole amount that is not below the percentage', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 128n), fc.bigInt(0n, 500_000n), (amount, slippage) => {
      const minimum = minimumAfter({ amount, slippage })
      const exact = amount * (1_000_000n - slippage)
      expect(minimum * 1_000_000n >= exact && (minimum - 1n) * 1_000_000n < exact).toBe(true)
    }),
  )
})
