import { expect, test } from 'vitest'
import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { ConcentratedPool, PoolState } from '../pools/PoolState.ts'
import { liquiditySources } from '../pools/sources.ts'
import { findRoute } from './findRoute.ts'
import type { RoutingSource } from './RoutingSource.ts'

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as const
const [one, other] = [address(1), address(2)]
const unit = 10n ** 17n

/** A pool that an attacker filled with adjacent ticks. */
function crowdedPool(place: number, borders: number): ConcentratedPool {
  const half = borders / 2
  return {
    ...{ kind: 'uniswap-v3', address: address(1000 + place), token0: one, token1: other, fee: 100, tickSpacing: 1 },
    ...{ sqrtPrice: 2n ** 96n, tick: -1, liquidity: unit * BigInt(half), lowest: -half - 1, highest: half + 1 },
    ticks: Array.from({ length: borders }, (_, index) => ({
      index: index - half,
      liquidityNet: index < half ? unit : -unit,
    })),
  }
}

test('behavior: pools with thousands of ticks do not block other requests: the search ends, always at the same point', () => {
  const pools = Array.from({ length: 60 }, (_, place) => crowdedPool(place, 2000))
  const search = () => {
    const estimates: PoolEstimate[] = []
    const sources = Object.values<RoutingSource>(liquiditySources).map((source): RoutingSource => {
      const estimate = source.estimate?.bind(source)
      if (!estimate) return source
      const counted = (pool: PoolState) => {
        const made = estimate(pool)
        estimates.push(made)
        return made
      }
      return {
        kind: source.kind,
        swap: source.swap.bind(source),
        spotPrice: source.spotPrice.bind(source),
        estimate: counted,
      }
    })
    const found = findRoute({
      request: {
        ...{ pools, tokenIn: one, tokenOut: other, amountIn: 10n ** 19n, gasPrice: 1n, wrappedNative: one },
        transferFees: { from: 0, to: 0 },
      },
      sources,
    })
    if ('reason' in found) throw new Error(found.reason)
    return { found, steps: estimates.reduce((sum, { steps }) => sum + (steps?.() ?? 0), 0) }
  }
  const { found, steps } = search()
  expect(steps).toBeGreaterThan(1_000_000)
  expect(steps).toBeLessThan(3_000_000)
  expect(found.parts.length).toBeGreaterThan(4)
  expect(search().found.amountOut).toBe(found.amountOut)
})
