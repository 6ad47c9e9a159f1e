import { formatUnits } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gasPrices, trackedSend } from '../../../gallery/fixtures.ts'
import { replacementPrices } from './replacementPrices.ts'

const at = (gasPrice: bigint) => ({ call: { ...trackedSend.call, gasPrice } })

test('default: offers the least accepted price, and the usual ones above it', () => {
  const prices = replacementPrices({
    transaction: at(1_500_000_000n),
    kind: 'speedUp',
    prices: gasPrices,
    decimals: 18,
  })
  expect(prices).toEqual([
    { id: 'least', gasPrice: 1_687_500_000n, costText: formatUnits(65_000n * 1_687_500_000n, 18) },
    { id: 'fast', gasPrice: 1_800_000_000n, costText: formatUnits(65_000n * 1_800_000_000n, 18) },
    { id: 'instant', gasPrice: 2_400_000_000n, costText: formatUnits(65_000n * 2_400_000_000n, 18) },
  ])
})

test('behavior: a cancellation costs as much as an empty payment, whatever it replaces', () => {
  const [least] = replacementPrices({ transaction: at(8n), kind: 'cancel', prices: undefined, decimals: 0 })
  expect(least).toEqual({ id: 'least', gasPrice: 9n, costText: String(21_000n * 9n) })
})

test('behavior: offers no price that nodes would refuse', () => {
  const prices = replacementPrices({
    transaction: at(2_200_000_000n),
    kind: 'speedUp',
    prices: gasPrices,
    decimals: 18,
  })
  expect(prices.map(({ id }) => id)).toEqual(['least'])
})

test('behavior: every price is at least an eighth more, and each is more than the one before', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 15n })
  fc.assert(
    fc.property(wei, wei, wei, (paid, fast, instant) => {
      const of = (gasPrice: bigint) => ({ gasPrice, costText: undefined })
      const prices = replacementPrices({
        transaction: at(paid),
        kind: 'speedUp',
        prices: { standard: of(0n), fast: of(fast), instant: of(instant) },
        decimals: 18,
      })
      expect(prices[0]?.id).toBe('least')
      for (const [index, { gasPrice }] of prices.entries()) {
        expect(gasPrice * 8n).toBeGreaterThanOrEqual(paid * 9n)
        const before = prices[index - 1]
        if (before !== undefined) expect(gasPrice).toBeGreaterThan(before.gasPrice)
      }
    }),
  )
})
