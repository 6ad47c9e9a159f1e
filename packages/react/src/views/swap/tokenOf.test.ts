import { expect, test } from 'vitest'
import { balances, ether, tokens } from '../../../gallery/fixtures.ts'
import { brassToken, etherToken, swapTokens, tollToken } from '../../../gallery/swapFixtures.ts'
import { contractOf, isSameToken, ownedOf, tokenOfHop } from './tokenOf.ts'

test('default: live balances have priority, and the native token is the one without an address', () => {
  expect(ownedOf({ token: etherToken, balances: tokens, listed: [] })).toBe(ether.quantity.numeric)
  const newer = tokens.map((token) =>
    token.symbol === 'BRASS' ? { ...token, quantity: { decimals: '18', numeric: '7' } } : token,
  )
  expect(ownedOf({ token: brassToken, balances: newer, listed: swapTokens })).toBe('7')
})

test('behavior: a token without a live balance uses the listed one, and unknown stays unknown', () => {
  const rest = balances.data?.filter(({ symbol }) => symbol !== 'TOLL')
  expect(ownedOf({ token: tollToken, balances: rest, listed: swapTokens })).toBe(tollToken.balance)
  expect(ownedOf({ token: tollToken, balances: rest, listed: undefined })).toBeUndefined()
})

test('behavior: the native token of another network is another token', () => {
  const elsewhere = { ...etherToken, address: etherToken.address.replace('31337', '1') as typeof etherToken.address }
  expect(ownedOf({ token: elsewhere, balances: tokens, listed: undefined })).toBeUndefined()
  expect(isSameToken(elsewhere.address, etherToken.address)).toBe(false)
})

test('behavior: a token has a contract, the native token has none', () => {
  expect(contractOf(etherToken)).toBeUndefined()
  expect(contractOf(brassToken)).toMatch(/^0x[0-9a-f]{40}$/i)
})

test('behavior: an unknown token of the route is shown by its address', () => {
  const address = 'eip155:31337:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  expect(tokenOfHop({ address, known: swapTokens })).toEqual({ symbol: '0x3C44…93BC', iconUrl: null })
  expect(
    tokenOfHop({ address: brassToken.address.toUpperCase().replace('EIP155', 'eip155'), known: swapTokens }).symbol,
  ).toBe('BRASS')
})
