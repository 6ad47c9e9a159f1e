import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestPools, testToken } from '../../testing/createTestPools.ts'
import { coin, demandRoute, dollar, eth, findTestRoute } from '../../testing/findTestRoute.ts'
import type { PoolState } from '../pools/PoolState.ts'
import { liquiditySources } from '../pools/sources.ts'
import { findRoute } from './findRoute.ts'

const sources = Object.values(liquiditySources)
/** Takes a fee of each transfer. */
const toll = testToken(4, 18, 0.05)

/** Computes a v2 pair of 0.3 % like its contract. */
function pairGives(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  return (amountIn * 997n * reserveOut) / (reserveIn * 1000n + amountIn * 997n)
}

describe('behavior: tokens with a transfer fee', () => {
  const pools = createTestPools([
    { kind: 'uniswap-v2', tokens: [toll, eth], fee: 3000, depth: 240_000 },
    { kind: 'uniswap-v3', tokens: [toll, eth], fee: 3000, depth: 24_000_000 },
    { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 2_400_000 },
    { kind: 'uniswap-v3', tokens: [eth, dollar], fee: 500, depth: 24_000_000 },
  ])
  const [tollPair, , dollarPair] = pools
  if (tollPair?.kind !== 'uniswap-v2' || dollarPair?.kind !== 'uniswap-v2') throw new Error('Not pairs')
  const tollFirst = tollPair.token0 === toll.address
  const [tolls, eths] = tollFirst ? [tollPair.reserve0, tollPair.reserve1] : [tollPair.reserve1, tollPair.reserve0]
  const [otherEths, dollars] =
    dollarPair.token0 === eth.address
      ? [dollarPair.reserve0, dollarPair.reserve1]
      : [dollarPair.reserve1, dollarPair.reserve0]

  test('as source, counts the amount that reaches the first pair: v2 only, one part', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 6n, max: 10n ** 25n }), (amountIn) => {
        const over = { pools, tokenIn: toll.address, transferFees: { from: 10_000, to: 0 }, amountIn }
        const found = findTestRoute(over)
        // The fee of the token is value * 100 / 10000, rounded down.
        const arriving = amountIn - (amountIn * 100n) / 10_000n
        const expected = pairGives(pairGives(arriving, tolls, eths), otherEths, dollars)
        if (expected === 0n) expect(found).toEqual({ reason: 'amount_too_small' })
        else expect(demandRoute(found)).toMatchObject({ amountIn, amountOut: expected })
      }),
    )
    const found = demandRoute(findTestRoute({ pools, tokenIn: toll.address, transferFees: { from: 10_000, to: 0 } }))
    expect(found.parts.map(({ hops }) => hops.map(({ pool }) => pool.kind))).toEqual([['uniswap-v2', 'uniswap-v2']])
  })

  test('as target, counts the amount that arrives; the fee is neither price impact nor pool fee', () => {
    const over = { pools, tokenOut: toll.address, amountIn: 10n ** 15n }
    const found = demandRoute(findTestRoute({ ...over, transferFees: { from: 0, to: 10_000 } }))
    const sent = pairGives(10n ** 15n, eths, tolls)
    expect(found.amountOut).toBe(sent - (sent * 100n) / 10_000n)
    expect(found.parts).toHaveLength(1)
    expect(found.parts[0]?.amountOut).toBe(found.amountOut)
    expect(found.poolFee).toBeCloseTo(0.003, 6)
    expect(found.priceImpact).toBeLessThan(0.0001)
  })

  test('no route passes through a token to avoid', () => {
    const detour = createTestPools([
      { kind: 'uniswap-v2', tokens: [eth, toll], fee: 3000, depth: 40_000_000 },
      { kind: 'uniswap-v2', tokens: [toll, dollar], fee: 3000, depth: 40_000_000 },
      { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 10_000 },
    ])
    const over = { pools: detour, amountIn: 10n * 10n ** 18n }
    expect(demandRoute(findTestRoute(over)).parts.some(({ hops }) => hops.length === 2)).toBe(true)
    const found = demandRoute(findTestRoute({ ...over, avoid: new Set([toll.address]) }))
    expect(found.parts.map(({ hops }) => hops.length)).toEqual([1])
    // As the end of a route, the token is allowed.
    expect(
      demandRoute(findTestRoute({ ...over, tokenOut: toll.address, avoid: new Set([toll.address]) })).amountOut,
    ).toBeGreaterThan(0n)
  })

  test('only v3 pools: there is no route', () => {
    const found = findTestRoute({
      pools: pools.slice(1, 2),
      tokenIn: toll.address,
      tokenOut: eth.address,
      transferFees: { from: 10_000, to: 0 },
    })
    expect(found).toEqual({ reason: 'insufficient_liquidity' })
  })
})

describe('error: no route', () => {
  const pools = createTestPools([{ kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 1_000_000 }])

  test('no pool leads to the target', () => {
    expect(findTestRoute({ pools: [] })).toEqual({ reason: 'insufficient_liquidity' })
    expect(findTestRoute({ pools, tokenOut: coin.address })).toEqual({ reason: 'insufficient_liquidity' })
    expect(findTestRoute({ pools, tokenOut: eth.address })).toEqual({ reason: 'insufficient_liquidity' })
  })

  test('the output is less than one base unit', () => {
    // A millionth of a dollar is about 333 million wei.
    expect(findTestRoute({ pools, amountIn: 1n })).toEqual({ reason: 'amount_too_small' })
    expect(findTestRoute({ pools, amountIn: 0n })).toEqual({ reason: 'amount_too_small' })
    expect(demandRoute(findTestRoute({ pools, amountIn: 340_000_000n })).amountOut).toBe(1n)
  })

  test('the pools cannot take the amount', () => {
    // A pair stores its reserves in 112 bits.
    expect(findTestRoute({ pools, amountIn: 2n ** 112n })).toEqual({ reason: 'insufficient_liquidity' })
    const narrow = createTestPools([{ kind: 'uniswap-v3', tokens: [eth, dollar], fee: 3000, depth: 1_000_000 }])
    const known = narrow.map((pool) =>
      pool.kind === 'uniswap-v3' ? { ...pool, ticks: [], lowest: pool.tick - 60, highest: pool.tick + 60 } : pool,
    )
    expect(findTestRoute({ pools: known, amountIn: 100n * 10n ** 18n })).toEqual({ reason: 'insufficient_liquidity' })
  })
})

describe('behavior: odd pools', () => {
  const sound = [
    { kind: 'uniswap-v3', tokens: [eth, dollar], fee: 500, depth: 6_000_000 },
    { kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 2_000_000 },
    { kind: 'uniswap-v2', tokens: [coin, dollar], fee: 3000, depth: 3_000_000 },
  ] as const

  test('nearly empty pools with a good price do not hide the others', () => {
    const dust = Array.from({ length: 150 }, (_, index) => ({
      kind: index % 2 ? ('uniswap-v2' as const) : ('uniswap-v3' as const),
      tokens: [eth, dollar] as const,
      fee: 500,
      depth: 0.5,
      premium: 5 + index / 10,
    }))
    const amountIn = 10n ** 20n
    const alone = demandRoute(findTestRoute({ pools: createTestPools(sound), amountIn }))
    const among = demandRoute(findTestRoute({ pools: createTestPools([...dust, ...sound]), amountIn }))
    expect(among.amountOut).toBeGreaterThanOrEqual(alone.amountOut)
  })

  test('empty, drained and absurd pools cause no error and are not used', () => {
    const [one] = createTestPools([{ kind: 'uniswap-v2', tokens: [eth, dollar], fee: 3000, depth: 10 }])
    const [other] = createTestPools([{ kind: 'uniswap-v3', tokens: [eth, dollar], fee: 3000, depth: 10 }])
    if (one?.kind !== 'uniswap-v2' || other?.kind !== 'uniswap-v3') throw new Error('Not those kinds')
    const address = (number: number) => `0x${number.toString(16).padStart(40, 'a')}` as const
    const odd: PoolState[] = [
      { ...one, address: address(1), reserve0: 0n, reserve1: 0n },
      { ...one, address: address(2), reserve0: 1n, reserve1: 1n },
      { ...one, address: address(3), reserve0: 2n ** 111n, reserve1: 1n },
      { ...one, address: address(4), reserve0: 1n, reserve1: 2n ** 111n },
      { ...other, address: address(5), liquidity: 0n, ticks: [] },
      { ...other, address: address(6), liquidity: 2n ** 100n, ticks: [] },
      { ...other, address: address(7), sqrtPrice: 4_295_128_740n, tick: -887_272 },
      { ...other, address: address(8), sqrtPrice: 2n ** 160n - 2n ** 140n, tick: 887_200 },
    ]
    for (const tokenIn of [eth, dollar, coin]) {
      for (const tokenOut of [eth, dollar, coin]) {
        for (let power = 0n; power <= 40n; power += 8n) {
          for (const pools of [odd, [...odd, ...createTestPools(sound)]]) {
            const ends = { tokenIn: tokenIn.address, tokenOut: tokenOut.address }
            const found = findTestRoute({ pools, ...ends, amountIn: 10n ** power, gasPrice: 10n ** 9n })
            if ('reason' in found) expect(['amount_too_small', 'insufficient_liquidity']).toContain(found.reason)
            else expect(found.amountOut).toBeGreaterThan(0n)
          }
        }
      }
    }
  })

  test('finds a route for ten times the whole liquidity', () => {
    const found = demandRoute(findTestRoute({ pools: createTestPools(sound), amountIn: 30_000n * 10n ** 18n }))
    expect(found.amountOut).toBeLessThan(4_000_000_000_000n)
    expect(found.priceImpact).toBeGreaterThan(0.9)
  })

  test('skips pools of unknown kinds, and searches a source without estimates exactly', () => {
    const pools = createTestPools(sound)
    const onlyPairs = sources.filter(({ kind }) => kind === 'uniswap-v2')
    const request = {
      ...{ pools, tokenIn: eth.address, tokenOut: dollar.address, amountIn: 10n ** 20n, gasPrice: 0n },
      ...{ wrappedNative: eth.address, transferFees: { from: 0, to: 0 } },
    }
    const found = demandRoute(findRoute({ request, sources: onlyPairs }))
    expect(found.parts.map(({ hops }) => hops.map(({ pool }) => pool.kind))).toEqual([['uniswap-v2']])
    const slow = sources.map(({ estimate: _, ...source }) => source)
    const exact = demandRoute(findRoute({ request, sources: slow })).amountOut
    const fast = demandRoute(findRoute({ request, sources })).amountOut
    expect(Number(exact - fast) / Number(fast)).toBeCloseTo(0, 8)
  })
})
