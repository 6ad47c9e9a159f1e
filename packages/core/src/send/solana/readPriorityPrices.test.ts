import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priorityPricesOf } from './readPriorityPrices.ts'

test('behavior: the price of each speed would have entered its share of the latest blocks', () => {
  const recent = Array.from({ length: 100 }, (_, index) => BigInt(index + 1) * 1_000n)
  expect(priorityPricesOf([...recent].reverse())).toStrictEqual({
    standard: 51_000n,
    fast: 76_000n,
    instant: 96_000n,
  })
})

test('behavior: without fees in recent blocks, the price is a lamport or a few', () => {
  const least = { standard: 1_000n, fast: 10_000n, instant: 50_000n }
  expect(priorityPricesOf([])).toStrictEqual(least)
  expect(priorityPricesOf([0n, 0n, 0n])).toStrictEqual(least)
})

test('property: a higher speed never costs less, and all prices are bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 150 }), (recent) => {
      const { standard, fast, instant } = priorityPricesOf(recent)
      expect(standard <= fast && fast <= instant && instant <= 10_000_000n).toBe(true)
    }),
  )
})
