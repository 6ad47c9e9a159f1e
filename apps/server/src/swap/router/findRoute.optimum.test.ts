import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPools } from '../../testing/anyPools.ts'
import { bestSplit, everyWay } from '../../testing/bestSplit.ts'
import { testToken } from '../../testing/createTestPools.ts'
import { coin, demandRoute, dollar, eth, findTestRoute, worthOf } from '../../testing/findTestRoute.ts'

const stone = testToken(4, 18, 0.4)

const anyUsd = fc.double({ min: 1, max: 6, noNaN: true }).map((power) => 10 ** power)

/**
 * The possible effect of rounding on a split: for each path, one base unit of the source, of the target and of a dollar's
 * millionth.
 */
function rounding({
  grid,
  amountIn,
  usd,
  ways,
}: {
  grid: bigint
  amountIn: bigint
  usd: number
  ways: number
}): bigint {
  return BigInt(ways) * (1n + grid / amountIn + grid / BigInt(Math.floor(usd * 1e6)))
}

describe('behavior: as good as trying every split', () => {
  test('with few paths: never behind a grid of 5 %, within a ten-thousandth of the finest', () => {
    fc.assert(
      fc.property(anyPools([eth, dollar, stone], 2, 5), anyUsd, fc.nat(5), (pools, usd, pick) => {
        const tokenIn = [eth, dollar, stone][pick % 3] ?? eth
        const tokenOut = [eth, dollar, stone][(pick + (pick < 3 ? 1 : 2)) % 3] ?? dollar
        const ends = { tokenIn: tokenIn.address, tokenOut: tokenOut.address }
        const ways = everyWay({ pools, ...ends })
        fc.pre(ways.length > 0 && ways.length <= 4)
        const amountIn = worthOf(tokenIn, usd)
        const { grid, fine } = bestSplit({ pools, ways, amountIn, steps: 20 })
        const { amountOut } = demandRoute(findTestRoute({ pools, ...ends, amountIn }))
        expect(amountOut).toBeGreaterThanOrEqual(grid - rounding({ grid, amountIn, usd, ways: ways.length }))
        expect(amountOut * 10_000n).toBeGreaterThanOrEqual(fine * 9_999n)
      }),
      { numRuns: 25 },
    )
  })

  test('with many paths that share pools: never behind a grid, within a ten-thousandth of the finest', () => {
    fc.assert(
      fc.property(anyPools([eth, dollar, coin, stone], 5, 8), anyUsd, (pools, usd) => {
        const ends = { tokenIn: coin.address, tokenOut: dollar.address }
        const ways = everyWay({ pools, ...ends })
        fc.pre(ways.length > 4 && ways.length <= 7)
        const amountIn = worthOf(coin, usd)
        const { grid, fine } = bestSplit({ pools, ways, amountIn, steps: 6 })
        const { amountOut } = demandRoute(findTestRoute({ pools, ...ends, amountIn }))
        expect(amountOut).toBeGreaterThanOrEqual(grid - rounding({ grid, amountIn, usd, ways: ways.length }))
        expect(amountOut * 10_000n).toBeGreaterThanOrEqual(fine * 9_999n)
      }),
      { numRuns: 8 },
    )
  })
})
