import type { Balance } from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import { findAsset } from './findAsset.ts'

const row = (chainId: Balance['chainId'], address?: string): Balance => ({
  name: 'Token',
  symbol: 'TOK',
  chainId,
  ...(address === undefined ? {} : { address: `${chainId}:${address}` as const }),
  value: null,
  price: null,
  quantity: { decimals: '0', numeric: '1' },
  iconUrl: null,
})
const checksummed = '0x140BBf461e33044E4193730d1511EA2894edb528'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const coin = row('eip155:1')
const token = row('eip155:1', checksummed)
const keys = row('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', mint)
const lamports = row('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const satoshi = row('bip122:000000000019d6689c085ae165831e93')
const balances = { data: [coin, lamports, satoshi], otherAssets: [token, keys] }

describe('findAsset', () => {
  test.each([
    ['the native coin where nothing is named', undefined, coin],
    ['the native coin by the address that stands for it', `eip155:1:0x${'E'.repeat(40)}`, coin],
    ['the coin of Solana by its address', `${lamports.chainId}:So11111111111111111111111111111111111111111`, lamports],
    ['the coin of Bitcoin', `${satoshi.chainId}:native`, satoshi],
    ['a token with 0 decimals', `eip155:1:${checksummed}`, token],
    ['an EVM address in any letter case', `eip155:1:${checksummed.toLowerCase()}`, token],
    ['an address without its network', checksummed.toLowerCase(), token],
    ['a mint', `${keys.chainId}:${mint}`, keys],
    ['nothing for a mint in another letter case', `${keys.chainId}:${mint.toLowerCase()}`, undefined],
    ['nothing for the same address on another network', `eip155:10:${checksummed}`, undefined],
    ['nothing for a token that is not there', `eip155:1:0x${'1'.repeat(40)}`, undefined],
  ])('finds %s (spec 9.25)', (_, assetAddress, found) => {
    expect(findAsset({ balances, assetAddress })).toBe(found)
  })

  test('finds nothing before the balances are read', () => {
    expect(findAsset({ balances: { data: undefined, otherAssets: undefined } })).toBeUndefined()
  })
})
