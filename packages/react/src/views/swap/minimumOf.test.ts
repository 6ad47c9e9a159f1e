import { parseUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumOf } from './minimumOf.ts'

test('default: the quote less the slippage', () => {
  expect(minimumOf({ amount: '1000000', slippage: 1, decimals: 6 })).toBe('0.99')
  expect(minimumOf({ amount: '1000000', slippage: 0.1, decimals: 6 })).toBe('0.999')
  expect(minimumOf({ amount: '1000000', slippage: 0.124, decimals: 6 })).toBe('0.99876')
})

test('error: no slippage, no minimum', () => {
  expect(minimumOf({ amount: '1', slippage: Number.NaN, decimals: 6 })).toBeUndefined()
  expect(minimumOf({ amount: '1', slippage: 101, decimals: 6 })).toBeUndefined()
})

test('behavior: rounds up by less than a base unit, and never below the exact minimum', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), fc.integer({ min: 10, max: 5000 }), (amount, points) => {
      const text = minimumOf({ amount: amount.toString(), slippage: points / 100, decimals: 18 })
      const parsed = parseUnits(text ?? '', 18)
      if (!parsed.ok) throw new Error('Not a decimal text')
      const lost = amount * BigInt(points)
      expect((amount - parsed.value) * 10_000n).toBeLessThanOrEqual(lost)
      expect((amount - parsed.value) * 10_000n).toBeGreaterThan(lost - 10_000n)
    }),
  )
})
