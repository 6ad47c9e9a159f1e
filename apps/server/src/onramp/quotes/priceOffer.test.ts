import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUsablePrice, type OfferParts, priceOffer } from './priceOffer.ts'

const rate = 100_000_000n
const parts: OfferParts = {
  total: 10_000n,
  fee: 250n,
  cost: { amount: 21_000n * 1_000_000_000n, decimals: 18, price: 3000 },
  price: 3000,
  decimals: 18,
  margin: 0,
  rate,
}

test('default', () => {
  // 97.43 dollars at 3,000. The network fee is 6.3 cents, rounded up to 7.
  expect(priceOffer(parts)).toEqual({ networkFee: 7n, subtotal: 9743n, amount: 32_476_666_666_666_666n })
})

test('behavior: a margin raises the price, and another currency counts at its rate', () => {
  const free = { ...parts, fee: 0n, cost: { ...parts.cost, amount: 0n }, price: 1, decimals: 6 }
  expect(priceOffer(free)?.amount).toBe(100_000_000n)
  expect(priceOffer({ ...free, margin: 25 })?.amount).toBe(80_000_000n)
  expect(priceOffer({ ...free, rate: 108_000_000n })?.amount).toBe(108_000_000n)
})

test('behavior: no quote if the fees take everything', () => {
  expect(priceOffer({ ...parts, fee: 9_993n })).toBeUndefined()
  expect(priceOffer({ ...parts, price: 1e14, decimals: 0 })).toBeUndefined()
})

test('behavior: the arriving amount is worth the rest, to one base unit, and never more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1_000n, max: 2_500_000n }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 24 }),
      fc.integer({ min: 0, max: 5_000 }),
      (total, micro, decimals, margin) => {
        // A price in whole millionths is written exactly.
        const price = micro / 1e6
        const free = { total, fee: 0n, cost: { amount: 0n, decimals: 18, price: 1 }, rate, decimals }
        const offer = priceOffer({ ...free, price, margin: margin / 100 })
        const worth = (amount: bigint) => amount * BigInt(micro) * BigInt(10_000 + margin)
        const paid = total * 10n ** BigInt(decimals) * 10n ** 8n
        // A double differs in a few of the 24 decimals at most.
        const slack = paid / 10n ** 14n + 1n
        if (!offer) return void expect(worth(1n) + slack > paid).toBe(true)
        expect(worth(offer.amount) <= paid + slack).toBe(true)
        expect(worth(offer.amount + 1n) + slack >= paid).toBe(true)
      },
    ),
  )
})

test('error: refuses unusable prices', () => {
  for (const price of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-30, 1e16, null, undefined]) {
    expect(isUsablePrice(price)).toBe(false)
  }
  expect(isUsablePrice(1e-12)).toBe(true)
})
