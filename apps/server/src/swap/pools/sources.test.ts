import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull, runs } from '../../../../../scripts/lib/fuzz.mjs'
import type { KnownPool } from './LiquiditySource.ts'
import { sourceOf } from './sources.ts'
import { type PoolWorld, startPoolWorld } from './testing/startPoolWorld.ts'
import { sqrtPriceAtTick, sqrtPriceBounds } from './tickMath.ts'

let world: PoolWorld
beforeAll(async () => {
  world = await startPoolWorld()
})
afterAll(() => world.stop())

const oneUnit = 10n ** 18n
const usual = runs({ fast: 40, full: 100 })
/** Amounts of all magnitudes from one base unit on: the number of digits is drawn first. */
const amounts = (digits: number) =>
  fc.integer({ min: 0, max: digits - 1 }).chain((size) => fc.bigInt({ min: 1n, max: 10n ** BigInt(size + 1) }))
/** The same, but most are large enough to pass ticks. */
const largeAmounts = fc.oneof(
  amounts(28),
  ...[22n, 23n, 24n, 25n].map((digits) => fc.bigInt({ min: 1n, max: 10n ** digits })),
)
const atEnd = (sqrtPrice: bigint | undefined) =>
  sqrtPrice !== undefined && (sqrtPrice <= sqrtPriceBounds.lowest + 1n || sqrtPrice >= sqrtPriceBounds.highest - 1n)

/** Compares our results with those of Uniswap's contracts. */
async function compare({ pool, amount, numRuns }: { pool: KnownPool; amount: fc.Arbitrary<bigint>; numRuns: number }) {
  const state = await world.readPool(pool)
  if (!state) throw new Error('the pool is none')
  const seen = { answered: 0, refused: 0, mostGas: 0 }
  await fc.assert(
    fc.asyncProperty(amount, fc.boolean(), async (amountIn, forward) => {
      const tokenIn = forward ? pool.token0 : pool.token1
      const own = sourceOf(pool).swap({ pool: state, tokenIn, amountIn })
      const theirs = await world.quote({ pool, tokenIn, amountIn })
      if (!own) {
        // Refused: an output of zero, and an amount that the pool cannot take whole. For the latter, the quoter returns the
        // part that it would take.
        seen.refused++
        expect(theirs === undefined || theirs.amountOut === 0n || atEnd(theirs.sqrtPrice)).toBe(true)
        return
      }
      seen.answered++
      seen.mostGas = Math.max(seen.mostGas, own.gas)
      expect(own.amountOut).toBe(theirs?.amountOut)
      if (own.after.kind === 'uniswap-v3') expect(own.after.sqrtPrice).toBe(theirs?.sqrtPrice)
    }),
    { numRuns },
  )
  return seen
}

/** Makes swaps and compares the pool on the chain with ours afterwards. */
async function trade({ pool, amount, numRuns }: { pool: KnownPool; amount: fc.Arbitrary<bigint>; numRuns: number }) {
  let state = await world.readPool(pool)
  await fc.assert(
    fc.asyncProperty(amount, fc.boolean(), async (amountIn, forward) => {
      const tokenIn = forward ? pool.token0 : pool.token1
      const own = state && sourceOf(pool).swap({ pool: state, tokenIn, amountIn })
      if (!own) return
      const before = JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
      expect((await world.swap({ pool, tokenIn, amountIn })).out).toBe(own.amountOut)
      expect(await world.readPool(pool)).toEqual(own.after)
      expect(JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).toBe(before)
      state = own.after
    }),
    { numRuns },
  )
}

test('default: a v2 pair returns exactly the amount of the router, and the same state', async () => {
  const pool = await world.createPair({ amount0: 123_456n * oneUnit + 789n, amount1: 98n * oneUnit + 1n })
  expect(await compare({ pool, amount: amounts(32), numRuns: usual })).toMatchObject({ answered: expect.any(Number) })
  await trade({ pool, amount: amounts(24), numRuns: 12 })
  expect(
    sourceOf(pool).swap({
      pool: { ...pool, kind: 'uniswap-v2', reserve0: 1n, reserve1: 1n },
      tokenIn: pool.token0,
      amountIn: 2n ** 112n,
    }),
  ).toBeUndefined()
})

test('default: a v3 pool returns exactly the amount of the quoter over all prices, and the same state', async () => {
  const pool = await world.createPool({ fee: 3000, sqrtPrice: sqrtPriceAtTick(-7) + 12_345_678_901n })
  await world.addPosition({ pool, lower: -887_220, upper: 887_220, amount: 1_000_000n * oneUnit })
  const seen = await compare({ pool, amount: amounts(40), numRuns: usual })
  expect(seen.answered).toBeGreaterThan(usual * 0.7)
  await trade({ pool, amount: amounts(27), numRuns: 12 })
})

const fees = [
  { fee: 500, spacing: 10 },
  { fee: 10_000, spacing: 200 },
]

test.each(isFull ? fees : fees.slice(0, 1))(
  'default: passes ticks, gaps and words like the quoter: fee $fee',
  async ({ fee, spacing }) => {
    const start = -3 * spacing
    const pool = await world.createPool({ fee, sqrtPrice: sqrtPriceAtTick(start) })
    const positions = [
      [-1, 1, 1000n],
      [-2, 5, 40_000n],
      [3, 4, 7n],
      [-3, 200, 300n],
      [-90, -3, 5000n],
      [-100, -95, 2_000_000n],
      // Beyond gaps, and at the ends of words of the bitmap.
      [-256, -255, 900n],
      [255, 256, 800n],
      [600, 1000, 12_345n],
      [-1500, -1100, 54_321n],
    ] as const
    for (const [lower, upper, amount] of positions) {
      await world.addPosition({ pool, lower: lower * spacing, upper: upper * spacing, amount: amount * oneUnit })
    }
    const state = await world.readPool(pool)
    expect(state?.kind === 'uniswap-v3' && state.ticks.length).toBeGreaterThanOrEqual(17)
    const seen = await compare({ pool, amount: largeAmounts, numRuns: runs({ fast: 60, full: 160 }) })
    expect(seen.mostGas).toBeGreaterThan(300_000)
    expect(seen.refused).toBeGreaterThan(0)
    await trade({ pool, amount: largeAmounts, numRuns: runs({ fast: 8, full: 16 }) })
  },
)

test('behavior: tiny liquidity and prices near the limits round like the contract', async () => {
  // One base unit of the second token is worth many of the first.
  const pool = await world.createPool({ fee: 3000, sqrtPrice: sqrtPriceAtTick(800_040) + 1n })
  await world.addPosition({ pool, lower: 799_980, upper: 801_000, amount: 10n ** 6n })
  await world.addPosition({ pool, lower: -887_220, upper: 887_220, amount: 10n ** 30n })
  await compare({ pool, amount: amounts(45), numRuns: usual })
})
