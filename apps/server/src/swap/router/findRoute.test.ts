import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPools } from '../../testing/anyPools.ts'
import { runWays } from '../../testing/bestSplit.ts'
import { createTestPools, testToken } from '../../testing/createTestPools.ts'
import { coin, demandRoute, dollar, eth, findTestRoute, worthOf } from '../../testing/findTestRoute.ts'
import type { PoolState } from '../pools/PoolState.ts'
import type { Route } from './Route.ts'

const stone = testToken(4, 18, 0.4)
const tokens = [eth, dollar, coin, stone] as const

/** Runs a route like the chain. */
function rerun({ pools, parts }: { pools: readonly PoolState[]; parts: Route['parts'] }) {
  return runWays({
    pools,
    parts: parts.map(({ hops, amountIn }) => ({
      way: hops.map(({ pool, tokenIn }) => ({ address: pool.address, tokenIn })),
      amountIn,
    })),
  })
}

describe('default', () => {
  test('uses the only pool', () => {
    const pools = createTestPools([{ kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 6_000_000 }])
    const found = demandRoute(findTestRoute({ pools }))
    // 1 ETH less 0.3 %, into a pool of 1000 ETH and 3,000,000 dollars.
    const counted = 10n ** 18n * 997_000n
    const amountOut = (counted * 3_000_000_000_000n) / (1000n * 10n ** 18n * 1_000_000n + counted)
    const hops = [{ pool: pools[0], tokenIn: eth.address, tokenOut: dollar.address }]
    expect(found).toMatchObject({ amountIn: 10n ** 18n, amountOut })
    expect(found.parts).toEqual([{ hops, amountIn: 10n ** 18n, amountOut }])
    expect(found.poolFee).toBeCloseTo(0.003, 9)
    expect(found.priceImpact).toBeCloseTo(0.997 / 1000.997, 6)
  })

  test('uses intermediate tokens and splits if that increases the output', () => {
    const pools = createTestPools([
      { kind: 'uniswap-v3', tokens: [eth, dollar], fee: 500, depth: 6_000_000 },
      { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 2_000_000 },
      { kind: 'uniswap-v3', tokens: [eth, stone], fee: 3000, depth: 2_000_000 },
      { kind: 'uniswap-v2', tokens: [stone, dollar], fee: 3000, depth: 2_000_000 },
    ])
    const amountIn = worthOf(eth, 500_000)
    const found = demandRoute(findTestRoute({ pools, amountIn }))
    expect(found.parts.map(({ hops }) => hops.length).sort()).toEqual([1, 1, 2])
    const direct = demandRoute(findTestRoute({ pools: pools.slice(0, 1), amountIn }))
    expect(found.amountOut).toBeGreaterThan(direct.amountOut)
    expect(found.priceImpact).toBeLessThan(direct.priceImpact ?? 0)
  })
})

const anyUsd = fc.double({ min: 1, max: 8, noNaN: true }).map((power) => 10 ** power)
const anyTrade = fc.record({
  pools: anyPools(tokens, 3, 12),
  usd: anyUsd,
  ends: fc.shuffledSubarray([...tokens], { minLength: 2, maxLength: 2 }),
})

describe('behavior: exact', () => {
  test('its result equals the result of running its parts in order, and they carry the whole amount', () => {
    fc.assert(
      fc.property(anyTrade, fc.bigInt({ min: 0n, max: 10n ** 11n }), ({ pools, usd, ends }, gasPrice) => {
        const [source = eth, target = dollar] = ends
        const amountIn = worthOf(source, usd)
        const found = findTestRoute({ pools, tokenIn: source.address, tokenOut: target.address, amountIn, gasPrice })
        if ('reason' in found) return
        const again = rerun({ pools, parts: found.parts })
        expect(again?.total).toBe(found.amountOut)
        expect(again?.amountsOut).toEqual(found.parts.map(({ amountOut }) => amountOut))
        expect(found.parts.reduce((sum, part) => sum + part.amountIn, 0n)).toBe(amountIn)
        expect(found.parts.length).toBeLessThanOrEqual(8)
        for (const { hops, amountIn: carried } of found.parts) {
          expect(carried).toBeGreaterThan(0n)
          expect([hops[0]?.tokenIn, hops.at(-1)?.tokenOut]).toEqual([source.address, target.address])
          expect(hops.slice(1).map(({ tokenIn }) => tokenIn)).toEqual(hops.slice(0, -1).map((hop) => hop.tokenOut))
          expect(hops.length).toBeLessThanOrEqual(3)
        }
        for (const measure of [found.priceImpact, found.poolFee]) {
          expect(measure).toBeGreaterThanOrEqual(0)
          expect(measure).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('does not depend on the order of the pools', () => {
    fc.assert(
      fc.property(anyTrade, ({ pools, usd, ends: [source = eth, target = dollar] }) => {
        const over = { tokenIn: source.address, tokenOut: target.address, amountIn: worthOf(source, usd) }
        expect(findTestRoute({ pools: pools.toReversed(), ...over })).toEqual(findTestRoute({ pools, ...over }))
      }),
      { numRuns: 20 },
    )
  })

  test('a larger input never has a smaller output', () => {
    fc.assert(
      fc.property(anyTrade, fc.double({ min: 1.01, max: 3, noNaN: true }), ({ pools, usd, ends }, times) => {
        const [source = eth, target = dollar] = ends
        const over = { pools, tokenIn: source.address, tokenOut: target.address }
        const less = findTestRoute({ ...over, amountIn: worthOf(source, usd) })
        const more = findTestRoute({ ...over, amountIn: worthOf(source, usd * times) })
        if ('reason' in less || 'reason' in more) return
        expect(more.amountOut).toBeGreaterThanOrEqual(less.amountOut)
      }),
      { numRuns: 40 },
    )
  })
})

describe('behavior: gas', () => {
  const pools = createTestPools([
    { kind: 'uniswap-v3', tokens: [eth, dollar], fee: 3000, depth: 6_000_000 },
    { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 2_000_000 },
    { kind: 'uniswap-v2', tokens: [eth, stone], fee: 3000, depth: 2_000_000 },
    { kind: 'uniswap-v2', tokens: [stone, dollar], fee: 3000, depth: 2_000_000 },
  ])
  const gasPrice = 50n * 10n ** 9n

  test('leaves out a part that gains less than its gas costs', () => {
    const small = { pools, amountIn: worthOf(eth, 3_000) }
    expect(demandRoute(findTestRoute(small)).parts.length).toBeGreaterThan(1)
    expect(demandRoute(findTestRoute({ ...small, gasPrice })).parts.length).toBe(1)
    const large = { pools, amountIn: worthOf(eth, 1_000_000) }
    expect(demandRoute(findTestRoute({ ...large, gasPrice })).parts.length).toBeGreaterThan(1)
  })

  test('a longer path must be worth its gas, for any target token', () => {
    const among = createTestPools([
      { kind: 'uniswap-v2', tokens: [stone, dollar], fee: 3000, depth: 4_000_000 },
      // This path has an output that is one percent larger.
      { kind: 'uniswap-v2', tokens: [stone, coin], fee: 500, depth: 40_000_000 },
      { kind: 'uniswap-v2', tokens: [coin, dollar], fee: 500, depth: 40_000_000, premium: 0.012 },
      { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 9_000_000 },
    ])
    const ends = { pools: among, tokenIn: stone.address, tokenOut: dollar.address, amountIn: worthOf(stone, 100) }
    expect(demandRoute(findTestRoute(ends)).parts[0]?.hops.length).toBe(2)
    // At this price, 45,000 additional units are worth 6.75 dollars.
    expect(demandRoute(findTestRoute({ ...ends, gasPrice })).parts[0]?.hops.length).toBe(1)
    // Without a market for the native token, gas has no price.
    expect(demandRoute(findTestRoute({ ...ends, gasPrice, wrappedNative: undefined })).parts[0]?.hops.length).toBe(2)
  })

  test('the limits on hops and parts hold', () => {
    const amountIn = worthOf(eth, 1_000_000)
    expect(demandRoute(findTestRoute({ pools, amountIn, maximumParts: 2 })).parts.length).toBe(2)
    expect(demandRoute(findTestRoute({ pools, amountIn, maximumParts: 1 })).parts.length).toBe(1)
    const short = demandRoute(findTestRoute({ pools, amountIn, maximumHops: 1 }))
    expect(short.parts.map(({ hops }) => hops.length)).toEqual([1, 1])
  })
})
