import type { EvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyPool } from './planPools.ts'
import { type Pool, poolPrices, weightedMedian } from './poolMath.ts'
import { createPriceBook } from './priceBook.ts'
import { poolKind } from './schema.ts'

const at = (digit: number): EvmAddress => `0x${String(digit).repeat(40)}`
const usd = at(1)
const weth = at(2)
const token = at(3)
const other = at(4)

function book(minimumLiquidity = 1000) {
  const made = createPriceBook({ usdReferences: [usd], weth, minimumLiquidity })
  made.setDecimals(usd, 6)
  for (const address of [weth, token, other]) made.setDecimals(address, 18)
  return made
}
const v2 = (address: EvmAddress, token0: EvmAddress, token1: EvmAddress, reserve0: number, reserve1: number): Pool => ({
  ...emptyPool({ address, kind: poolKind.v2, fee: 3000, token0, token1, block: 1 }),
  reserve0: BigInt(Math.round(reserve0 * 1e6)) * (token0 === usd ? 1n : 10n ** 12n),
  reserve1: BigInt(Math.round(reserve1 * 1e6)) * (token1 === usd ? 1n : 10n ** 12n),
})

test('default: the median divides the weight in half', () => {
  expect(weightedMedian([])).toBeNull()
  expect(weightedMedian([{ price: 5, weight: 0 }])).toBeNull()
  expect(weightedMedian([{ price: 5, weight: 2 }])).toBe(5)
  expect(
    weightedMedian([
      { price: 4, weight: 1 },
      { price: 6, weight: 1 },
    ]),
  ).toBe(5)
  expect(
    weightedMedian([
      { price: 1, weight: 1 },
      { price: 100, weight: 10 },
      { price: 3, weight: 1 },
    ]),
  ).toBe(100)
  expect(
    weightedMedian([
      { price: 9, weight: 1 },
      { price: 1, weight: 1 },
      { price: 5, weight: 1 },
    ]),
  ).toBe(5)
})

test('behavior: a shallow pool with a false price cannot move the median beyond its honest neighbors', () => {
  const honest = fc.record({
    price: fc.double({ min: 90, max: 110, noNaN: true }),
    weight: fc.integer({ min: 100, max: 1000 }),
  })
  fc.assert(
    fc.property(
      fc.array(honest, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      (prices, lie) => {
        const median = weightedMedian([...prices, { price: lie, weight: 50 }]) ?? 0
        expect(median).toBeGreaterThanOrEqual(90)
        expect(median).toBeLessThanOrEqual(110)
      },
    ),
  )
})

test('default: a direct pool gives the price, the reference is 1', () => {
  const prices = book()
  prices.addPool(v2(at(9), token, usd, 10_000, 5_000))
  const changes = prices.recompute()
  expect(changes.find((change) => change.token === token)).toEqual({ token, usd: 0.5, liquidity: 10_000 })
  expect(prices.price(usd)?.usd).toBe(1)
  expect(prices.recompute()).toEqual([])
})

test('behavior: without a direct pool, the price depends on the native token, and follows it', () => {
  const prices = book()
  prices.addPool(v2(at(8), weth, usd, 100, 300_000))
  prices.addPool(v2(at(9), weth, token, 10, 20_000))
  prices.recompute()
  expect(prices.price(weth)?.usd).toBeCloseTo(3000, 9)
  expect(prices.price(token)?.usd).toBeCloseTo(1.5, 9)
  prices.apply({ type: 'sync', pool: at(8), reserve0: 100n * 10n ** 18n, reserve1: 400_000n * 10n ** 6n }, 2)
  expect(
    prices
      .recompute()
      .map((change) => change.token)
      .sort(),
  ).toEqual([usd, weth, token])
  expect(prices.price(token)?.usd).toBeCloseTo(2, 9)
})

test('behavior: shallow pools do not count, and without others there is no price', () => {
  const prices = book()
  prices.addPool(v2(at(9), token, usd, 10, 499))
  prices.addPool(v2(at(7), token, other, 1e6, 1e6))
  prices.recompute()
  expect(prices.price(token)).toBeUndefined()
  prices.addPool(v2(at(6), token, usd, 1000, 1000))
  prices.recompute()
  expect(prices.price(token)?.usd).toBe(1)
  prices.setState(at(6), { reserve0: 0n, reserve1: 0n })
  expect(prices.recompute()).toContainEqual({ token, usd: null, liquidity: 0 })
})

test('behavior: for a v3 pool, the mean and the spot price count; its depth is its real balance', () => {
  const sqrtPrice = BigInt(Math.round(Math.sqrt(2 * 1e-12) * 2 ** 96))
  const pool: Pool = {
    ...emptyPool({ address: at(9), kind: poolKind.v3, fee: 500, token0: token, token1: usd, block: 1 }),
    sqrtPrice,
    liquidity: 10n ** 20n,
    meanTick: Math.log(1e-12) / Math.log(1.0001),
    reserve0: 10n ** 24n,
    reserve1: 50_000n * 10n ** 6n,
  }
  const [mean, spot] = poolPrices(pool, { decimals0: 18, decimals1: 6 })
  expect(mean).toBeCloseTo(1, 6)
  expect(spot).toBeCloseTo(2, 6)
  const prices = book()
  prices.addPool(pool)
  prices.recompute()
  expect(prices.price(token)?.usd).toBeCloseTo(1.5, 6)
  expect(prices.price(token)?.liquidity).toBeCloseTo(100_000, 6)
})

test('behavior: the value of a swap is that of its best known side', () => {
  const prices = book()
  const pool = v2(at(9), token, usd, 10_000, 5_000)
  prices.addPool(pool)
  prices.recompute()
  expect(prices.valueOf(pool, -(2n * 10n ** 18n), 1_100_000n)).toBe(1.1)
  expect(prices.valueOf(v2(at(7), token, other, 1, 1), 2n * 10n ** 18n, -1n)).toBe(1)
  expect(prices.valueOf(v2(at(5), other, weth, 1, 1), 1n, -1n)).toBeNull()
})
