import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isAccountId, parseAccountId, toAccountId } from './accountId.ts'
import { isEvmAddress, nativeEvmAddress, shortenAddress } from './address.ts'
import { isAssetId, toErc20AssetId } from './assetId.ts'
import { isChainId, parseChainId, toEip155ChainId } from './chainId.ts'
import { isSolanaAddress } from './familyAddress.ts'
import { accountIdSchema, addressSchema, chainIdSchema } from './schemas.ts'

const evmAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
const eip155 = fc.maxSafeNat().map((number) => toEip155ChainId(number))

describe('networks (CAIP-2)', () => {
  test('behavior: parses the identifiers that it builds', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const chainId = toEip155ChainId(number)
        expect(isChainId(chainId)).toBe(true)
        expect(parseChainId(chainId)).toStrictEqual({ namespace: 'eip155', reference: String(number) })
        expect(toEip155ChainId(BigInt(number))).toBe(chainId)
      }),
    )
  })

  test.each(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'])(
    'default %s',
    (chainId) => {
      expect(isChainId(chainId)).toBe(true)
      expect(z.safeParse(chainIdSchema, chainId).success).toBe(true)
    },
  )

  test.each([
    '',
    '1',
    'eip155',
    'eip155:',
    'eip155:01',
    'eip155:0x1',
    'eip155:-1',
    'eip155:1 ',
    'cosmos:hub',
    'EIP155:1',
    'eip155:1:2',
    1,
    null,
  ])('error: %o is not a network', (value) => {
    expect(isChainId(value)).toBe(false)
    expect(z.safeParse(chainIdSchema, value).success).toBe(false)
  })
})

describe('accounts (CAIP-10)', () => {
  test('behavior: parses the identifiers that it builds', () => {
    fc.assert(
      fc.property(eip155, evmAddress, (chainId, address) => {
        const accountId = toAccountId({ chainId, address })
        expect(isAccountId(accountId)).toBe(true)
        expect(parseAccountId(accountId)).toStrictEqual({ chainId, address })
        expect(z.safeParse(accountIdSchema, accountId).success).toBe(true)
      }),
    )
  })

  test.each([
    'eip155:1',
    'eip155:1:0x12',
    `eip155:1:${'1'.repeat(40)}`,
    `eip155:x:0x${'1'.repeat(40)}`,
    `eip155:1:0x${'g'.repeat(40)}`,
    `0x${'1'.repeat(40)}`,
    undefined,
    {},
  ])('error: %o is not an account', (value) => {
    expect(isAccountId(value)).toBe(false)
    expect(z.safeParse(accountIdSchema, value).success).toBe(false)
  })

  test('error: reads any text without a throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const guard of [isChainId, isAccountId, isAssetId, isEvmAddress, isSolanaAddress]) guard(text)
      }),
    )
  })
})

describe('assets (CAIP-19)', () => {
  test('default', () => {
    fc.assert(
      fc.property(eip155, evmAddress, (chainId, address) => {
        const assetId = toErc20AssetId(toAccountId({ chainId, address }))
        expect(assetId).toBe(`${chainId}/erc20:${address}`)
        expect(isAssetId(assetId)).toBe(true)
      }),
    )
  })

  test.each(['eip155:1', 'eip155:1/', 'eip155:1/erc20', 'x/erc20:0x1', 'eip155:1/ERC20:0x1', 'eip155:1/erc20:'])(
    'error: %o is not an asset',
    (value) => expect(isAssetId(value)).toBe(false),
  )
})

describe('addresses', () => {
  test('default (spec 5.9 and 5.10)', () => {
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    expect(isEvmAddress(address)).toBe(true)
    expect(isEvmAddress(nativeEvmAddress)).toBe(true)
    expect(isSolanaAddress('So11111111111111111111111111111111111111111')).toBe(true)
    expect([31, 32, 44, 45].map((length) => isSolanaAddress('1'.repeat(length)))).toStrictEqual([
      false,
      true,
      true,
      false,
    ])
    expect(z.safeParse(addressSchema, address).success).toBe(true)
    expect(shortenAddress(address)).toBe('0xd8dA…6045')
  })

  test.each([`0X${'1'.repeat(40)}`, `0x${'1'.repeat(39)}`, `0x${'1'.repeat(41)}`, `0x${'1'.repeat(40)}\n`, '', null])(
    'error: %o is not an EVM address',
    (value) => {
      expect(isEvmAddress(value)).toBe(false)
      expect(z.safeParse(addressSchema, value).success).toBe(false)
    },
  )

  test('behavior: shortening keeps 4 after 0x and the last 4, and leaves short texts whole (spec 9.28)', () => {
    fc.assert(
      fc.property(evmAddress, (address) => {
        expect(shortenAddress(address)).toBe(`${address.slice(0, 6)}…${address.slice(-4)}`)
      }),
    )
    expect(shortenAddress('0x1234')).toBe('0x1234')
    expect(shortenAddress('So11111111111111111111111111111111111111111')).toBe('So11…1111')
  })
})
