import { bitcoinNetworks, type ChainId, solanaNetworks } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { toAddressKey } from '../../platform/toAddressKey.ts'
import { checkAddress } from './checkAddress.ts'

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const evm = `0x${'a'.repeat(40)}`

test.each<[ChainId, string]>([
  ['eip155:1', evm],
  [solanaNetworks.mainnet, solana],
  [bitcoinNetworks.mainnet, bitcoin],
  [bitcoinNetworks.mainnet, bitcoin.toUpperCase()],
])('default: %s accepts %s', (chainId, address) => {
  expect(() => checkAddress({ chainId }, address)).not.toThrow()
})

test.each<[ChainId, string]>([
  ['eip155:1', solana],
  ['eip155:1', `0x${'0'.repeat(40)}`],
  ['eip155:1', '0x140BBf461e33044E4193730d1511EA2894edb529'],
  [solanaNetworks.mainnet, evm],
  [solanaNetworks.mainnet, bitcoin],
  [bitcoinNetworks.mainnet, solana],
  [bitcoinNetworks.mainnet, `${bitcoin.slice(0, -1)}5`],
  [bitcoinNetworks.mainnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
])('error: %s refuses %s', (chainId, address) => {
  expect(() => checkAddress({ chainId }, address)).toThrowError(expect.objectContaining({ code: 'malformed_address' }))
})

test('behavior: an address in another letter case is the same visitor', () => {
  expect(toAddressKey(bitcoin.toUpperCase())).toBe(bitcoin)
})
