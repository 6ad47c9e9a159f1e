import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPools } from '../../testing/anyPools.ts'
import { testToken } from '../../testing/createTestPools.ts'
import { sourceOf } from './sources.ts'

const eth = testToken(1, 18, 3000)
const stone = testToken(4, 18, 0.4)

describe('behavior: estimates', () => {
  test('match the exact computation over several swaps, in both directions and across ticks', () => {
    const anySwaps = fc.array(
      fc.record({
        forward: fc.boolean(),
        size: fc.double({ min: -6, max: 1, noNaN: true }).map((power) => 10 ** power),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(anyPools([eth, stone], 1, 1), anySwaps, ([pool], swaps) => {
        if (!pool) return
        const source = sourceOf(pool)
        const estimate = source.estimate?.(pool)
        expect(estimate).toBeDefined()
        if (!estimate) return
        // At an offset, after the numbers of another pool.
        const states = Float64Array.from([7, 7, ...estimate.start])
        let exact = pool
        for (const { forward, size } of swaps) {
          const tokenIn = forward ? pool.token0 : pool.token1
          const token = tokenIn === eth.address ? eth : stone
          const amountIn = BigInt(Math.floor((size * 1e5 * 10 ** token.decimals) / token.price))
          const swap = source.swap({ pool: exact, tokenIn, amountIn })
          const before = [...states]
          const about = estimate.swap(states, 2, forward, Number(amountIn))
          if (!swap) {
            if (about === 0) expect([...states]).toEqual(before)
            return
          }
          expect(Math.abs(about / Number(swap.amountOut) - 1)).toBeLessThan(1e-7)
          exact = swap.after
        }
        expect([...states.slice(0, 2)]).toEqual([7, 7])
      }),
      { numRuns: 300 },
    )
  })

  test('return 0 and change nothing if a pool cannot take the amount', () => {
    fc.assert(
      fc.property(anyPools([eth, stone], 1, 1), fc.boolean(), ([pool], forward) => {
        if (!pool) return
        const estimate = sourceOf(pool).estimate?.(pool)
        const states = Float64Array.from(estimate?.start ?? [])
        expect(estimate?.swap(states, 0, forward, 2 ** 200)).toBe(0)
        expect([...states]).toEqual(estimate?.start)
      }),
    )
  })
})
