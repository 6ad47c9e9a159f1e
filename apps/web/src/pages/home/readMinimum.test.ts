import { expect, test } from 'vitest'
import { readMinimum } from './readMinimum.ts'

test('default', () => {
  expect(readMinimum({ amount: '1000000', slippage: 1 })).toBe(990_000n)
  expect(readMinimum({ amount: '1000000', slippage: 0.124 })).toBe(998_760n)
})

test('behavior: never less than the percentage says, and never nothing of something', () => {
  expect(readMinimum({ amount: '1', slippage: 50 })).toBe(1n)
  expect(readMinimum({ amount: '3', slippage: 50 })).toBe(2n)
})

test.each([Number.NaN, -1, 101, Number.POSITIVE_INFINITY])('behavior: %s is no slippage', (slippage) => {
  expect(readMinimum({ amount: '1000000', slippage })).toBeUndefined()
})
