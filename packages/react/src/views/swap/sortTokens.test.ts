import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brassToken, etherToken, swapTokens } from '../../../gallery/swapFixtures.ts'
import { sortTokens } from './sortTokens.ts'

const symbols = (tokens: readonly { symbol: string }[]) => tokens.map(({ symbol }) => symbol)

test('default: owned tokens by their value, then listed ones, then the rest', () => {
  const { yours, listed, unlisted } = sortTokens({ tokens: swapTokens, search: '' })
  expect(symbols(yours)).toEqual(['ETH', 'BRASS', 'USDX', 'SATX', 'TOLL'])
  expect(symbols(listed)).toEqual(['WETH', 'LANT'])
  expect(symbols(unlisted)).toEqual(['USDX', 'MOON'])
})

test('behavior: finds tokens by name, symbol or address in any letter case', () => {
  const find = (search: string) => Object.values(sortTokens({ tokens: swapTokens, search })).flatMap(symbols)
  expect(find(' moon PRO')).toEqual(['MOON'])
  expect(find('usdx')).toEqual(['USDX', 'USDX'])
  expect(find(brassToken.address.split(':')[2]?.toUpperCase().replace('0X', '0x') ?? '')).toEqual(['BRASS'])
  expect(find('eip155')).toEqual([])
})

test('behavior: an unlisted owned token never precedes a listed one, whatever value it claims', () => {
  const tokens = fc.array(
    fc.record({
      balance: fc.constantFrom(undefined, '0', '0.000', '1', '1000000'),
      price: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null }),
      listed: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(tokens, (made) => {
      const all = made.map((one) => ({ ...etherToken, ...one }))
      const { yours, listed, unlisted } = sortTokens({ tokens: all, search: '' })
      expect(yours.length + listed.length + unlisted.length).toBe(all.length)
      const first = yours.findIndex((one) => !one.listed)
      expect(first === -1 || yours.slice(first).every((one) => !one.listed)).toBe(true)
      expect(listed.every((one) => one.listed)).toBe(true)
      expect(yours.every(({ balance }) => Number(balance) > 0)).toBe(true)
    }),
  )
})
