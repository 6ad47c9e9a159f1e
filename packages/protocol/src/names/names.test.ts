import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCoinType, toCoinType } from './coinType.ts'
import { findNameLabelIssue } from './nameLabel.ts'
import { createNameAddressMessage, createNameMessage } from './nameMessage.ts'

test('default: converts coin types by ENSIP-11, and back (spec 9.15 and 9.26)', () => {
  expect(toCoinType('eip155:1')).toBe(60)
  expect(toCoinType('eip155:10')).toBe(2147483658)
  expect(toCoinType('eip155:2147483648')).toBeUndefined()
  expect(toCoinType('bip122:000000000019d6689c085ae165831e93')).toBeUndefined()
  expect(readCoinType(60)).toEqual({ coinType: 60, chainId: 'eip155:1' })
  expect(readCoinType(2147483649)).toEqual({ coinType: 60, chainId: 'eip155:1' })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (number) => {
      const chainId = `eip155:${number}` as const
      expect(readCoinType(toCoinType(chainId) ?? 0)?.chainId).toBe(chainId)
    }),
  )
})

test.each([0, 501, 61, -1, 2147483648, 2 ** 32, 2 ** 32 + 1, 60.5, Number.NaN, 2147483658.5])(
  'error: %o is not the coin type of an EVM network',
  (coinType) => expect(readCoinType(coinType)).toBeUndefined(),
)

test('behavior: invalid labels return their issue (spec 5.1)', () => {
  for (const label of ['alice', 'a-b-c', '1234', 'a'.repeat(64), 'abc--d'])
    expect({ label, issue: findNameLabelIssue(label) }).toEqual({ label, issue: undefined })
  expect(findNameLabelIssue('bob')).toBe('short')
  expect(findNameLabelIssue('')).toBe('short')
  expect(findNameLabelIssue('a'.repeat(65))).toBe('long')
  for (const label of ['-alice', 'alice-', 'xn--alice']) expect(findNameLabelIssue(label)).toBe('hyphen')
  for (const label of ['Alice', 'al ice', 'alicé', 'аlice', 'al.ice', 'al_ice'])
    expect(findNameLabelIssue(label)).toBe('characters')
})

test('behavior: builds the texts to sign', () => {
  expect(createNameMessage({ name: 'alice.latchkey.eth', timestamp: 1755600000 })).toBe(
    '{"name":"alice.latchkey.eth","attributes":{},"timestamp":1755600000}',
  )
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect(createNameAddressMessage({ name: 'alice.latchkey.eth', timestamp: 1, address, coinType: 60 })).toBe(
    `{"name":"alice.latchkey.eth","attributes":{},"timestamp":1,"address":"${address}","coin_type":60}`,
  )
})
