import type { Balance } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { assetKey, sortAssets, worthParts } from './assets.ts'

const balance = (symbol: string, value: number | null, extra: Partial<Balance> = {}): Balance => ({
  name: symbol,
  symbol,
  chainId: 'eip155:31337',
  address: `eip155:31337:0x${'ab'.repeat(20)}`,
  value,
  price: value,
  quantity: { decimals: '18', numeric: '1.000000000000000000' },
  iconUrl: null,
  ...extra,
})

test('default: sorted by value, assets without a price last; the total is of known values', () => {
  const sorted = sortAssets({ balances: [balance('A', 1), balance('B', null), balance('C', 5)], chainId: undefined })
  expect(sorted.tokens.map(({ symbol }) => symbol)).toEqual(['C', 'A', 'B'])
  expect(sorted).toMatchObject({ total: 6, unpriced: 1 })
})

test('behavior: unknown is not zero', () => {
  expect(sortAssets({ balances: [balance('A', null)], chainId: undefined }).total).toBeNull()
})

test('behavior: indivisible tokens are separate, empty ones are omitted, one network can be chosen', () => {
  const whole = balance('PASS', null, { quantity: { decimals: '0', numeric: '2' } })
  const none = balance('NONE', 0, { quantity: { decimals: '6', numeric: '0.000000' } })
  const elsewhere = balance('TWO', 3, { chainId: 'eip155:31338' })
  const sorted = sortAssets({ balances: [whole, none, elsewhere, balance('A', 1)], chainId: 'eip155:31337' })
  expect(sorted.tokens.map(({ symbol }) => symbol)).toEqual(['A'])
  expect(sorted.others.map(({ symbol }) => symbol)).toEqual(['PASS'])
  expect(sorted).toMatchObject({ total: 1, unpriced: 0 })
})

test('worthParts: one part per native token and contract over all networks, largest first', () => {
  const native = (chainId: Balance['chainId']): Balance => {
    const { address: _, ...coin } = balance('ETH', 30, { chainId })
    return coin
  }
  const tokens = [
    balance('A', 50),
    balance('A', 10, { chainId: 'eip155:31338', address: `eip155:31338:0x${'AB'.repeat(20)}` }),
    native('eip155:31337'),
    native('eip155:31338'),
    balance('B', null, { address: `eip155:31337:0x${'cd'.repeat(20)}` }),
  ]
  expect(worthParts({ tokens, total: 120 }).map(({ symbol, share }) => [symbol, share])).toEqual([
    ['A', 0.5],
    ['ETH', 0.5],
  ])
})

test('assetKey: one per contract, in lower case; the native token by its network', () => {
  expect(assetKey(balance('A', 1, { address: `eip155:31337:0x${'AB'.repeat(20)}` }))).toBe(assetKey(balance('A', 1)))
  expect(assetKey({ chainId: 'eip155:31338' })).toBe('eip155:31338:native')
})
