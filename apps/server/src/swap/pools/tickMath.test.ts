import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outermostTick, sqrtPriceAtTick, sqrtPriceBounds, tickAtSqrtPrice } from './tickMath.ts'

const tick = fc.integer({ min: -outermostTick, max: outermostTick })

test('default: the outermost ticks have the outermost prices, tick 0 is one', () => {
  expect(sqrtPriceAtTick(-outermostTick)).toBe(sqrtPriceBounds.lowest)
  expect(sqrtPriceAtTick(outermostTick)).toBe(sqrtPriceBounds.highest)
  expect(sqrtPriceAtTick(0)).toBe(2n ** 96n)
})

test('default: the factors match the formula, and are in the bytecode of the real pool', () => {
  const path = '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'
  const devnet = createRequire(new URL('../../../../../packages/devnet/package.json', import.meta.url))
  const { bytecode } = JSON.parse(readFileSync(devnet.resolve(path), 'utf8')) as { bytecode: string }
  // 1.0001^(-1/2) with 600 binary digits, then squared repeatedly, each result rounded to 128.
  let power = squareRoot((10_000n << 1200n) / 10_001n)
  for (let bit = 0; bit < 20; bit++) {
    const factor = ((power >> 471n) + 1n) >> 1n
    expect(bytecode).toContain(factor.toString(16))
    // The price at -2^bit is a single factor, cut to 96 digits and rounded up.
    expect(sqrtPriceAtTick(-(2 ** bit))).toBe((factor + 2n ** 32n - 1n) >> 32n)
    power = (power * power) >> 600n
  }
})

test('behavior: prices rise with the ticks, and match 1.0001 to the power of the tick', () => {
  fc.assert(
    fc.property(tick, (index) => {
      if (index < outermostTick) expect(sqrtPriceAtTick(index) < sqrtPriceAtTick(index + 1)).toBe(true)
      const expected = 1.0001 ** (index / 2)
      expect(Number(sqrtPriceAtTick(index)) / 2 ** 96 / expected).toBeCloseTo(1, 8)
    }),
    { numRuns: 2000 },
  )
})

test('behavior: a price is in the highest tick that it has reached', () => {
  const near = fc.constantFrom(-2n, -1n, 0n, 1n, 2n)
  const inside = fc.bigInt({ min: sqrtPriceBounds.lowest, max: sqrtPriceBounds.highest - 1n })
  const atBorder = fc.tuple(tick, near).map(([index, offset]) => sqrtPriceAtTick(index) + offset)
  const anywhere = fc.tuple(tick, fc.double({ min: 0, max: 5e-5, noNaN: true })).map(([index, part]) => {
    const low = sqrtPriceAtTick(index)
    return low + BigInt(Math.floor(Number(low) * part))
  })
  fc.assert(
    fc.property(fc.oneof(inside, atBorder, anywhere), (price) => {
      if (price < sqrtPriceBounds.lowest || price >= sqrtPriceBounds.highest) return
      const index = tickAtSqrtPrice(price)
      expect(sqrtPriceAtTick(index) <= price).toBe(true)
      expect(price < sqrtPriceAtTick(index + 1)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
