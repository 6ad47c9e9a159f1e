import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toGasPrices } from './toGasPrices.ts'

const hex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`
const gwei = (value: number) => BigInt(Math.round(value * 1e9))

test('default: adds headroom to the next base fee, and the tips of blocks that had transactions', () => {
  const history = {
    baseFeePerGas: [80, 90, 100, 96].map((value) => hex(gwei(value))),
    gasUsedRatio: [0.5, 0, 1],
    reward: [
      [1, 2, 5].map((value) => hex(gwei(value))),
      [0, 0, 0].map(hex),
      [3, 4, 9].map((value) => hex(gwei(value))),
    ],
  }
  expect(toGasPrices({ history, gasPrice: gwei(101) })).toEqual({
    ...{ standard: gwei(108 + 3), fast: gwei(120 + 4), instant: gwei(144 + 9) },
  })
})

test("behavior: without transactions in any block, the tip is the node's gas price less the base fee", () => {
  const history = { baseFeePerGas: [hex(gwei(8)), hex(gwei(8))], gasUsedRatio: [0], reward: [[hex(0), hex(0), hex(0)]] }
  expect(toGasPrices({ history, gasPrice: gwei(10) })?.standard).toBe(gwei(9 + 2))
  expect(toGasPrices({ history, gasPrice: undefined })?.standard).toBe(gwei(9))
})

test('behavior: without a history or a base fee, uses the gas price of the node; without that, returns none', () => {
  const expected = { standard: 100n, fast: 110n, instant: 130n }
  expect(toGasPrices({ history: null, gasPrice: 100n })).toEqual(expected)
  expect(toGasPrices({ history: {}, gasPrice: 100n })).toEqual(expected)
  expect(toGasPrices({ history: { baseFeePerGas: ['0x0', '0x0'] }, gasPrice: 100n })).toEqual(expected)
  expect(toGasPrices({ history: null, gasPrice: undefined })).toBeUndefined()
})

test('behavior: a faster price is never lower, for any answer of a node', () => {
  const quantity = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const rewards = fc.array(fc.array(quantity.map(hex), { maxLength: 3 }), { maxLength: 12 })
  const ratios = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  const fees = fc.array(quantity.map(hex), { maxLength: 13 })
  fc.assert(
    fc.property(
      fees,
      ratios,
      rewards,
      fc.option(quantity, { nil: undefined }),
      (baseFeePerGas, gasUsedRatio, reward, gasPrice) => {
        const levels = toGasPrices({ history: { baseFeePerGas, gasUsedRatio, reward }, gasPrice })
        if (!levels) return
        expect(levels.standard <= levels.fast && levels.fast <= levels.instant).toBe(true)
        const next = BigInt(baseFeePerGas.at(-1) ?? 0)
        expect(levels.standard >= next).toBe(true)
      },
    ),
  )
})
