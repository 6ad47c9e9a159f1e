import { formatUnits, nativeEvmAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import { checkForm } from './checkForm.ts'

const tokenAddress = '0x48945Bf080e37D4dcb8548E1265269e43C384bFC'
const toRow = ({ decimals = 6, address = tokenAddress }: { decimals?: number; address?: string } = {}): Balance => ({
  name: 'Token',
  symbol: 'TOK',
  chainId: 'eip155:31337',
  address: `eip155:31337:${address}`,
  value: null,
  price: null,
  quantity: { decimals: String(decimals), numeric: '1' },
  iconUrl: null,
})
const receiverAddress = '0x140BBf461e33044E4193730d1511EA2894edb528'
const check = (form: Partial<Parameters<typeof checkForm>[0]['form']>) =>
  checkForm({ form: { token: toRow(), sendTokenAmount: '1', receiverAddress, ...form }, network: localOne })
const codes = (result: ReturnType<typeof checkForm>) =>
  'issues' in result ? result.issues.map(({ field, code }) => `${field} ${code}`) : []

test('default', () => {
  expect(check({})).toMatchObject({
    checked: { tokenAddress, decimals: 6, amount: 1000000n, receiver: receiverAddress },
  })
})

test('behavior: any amount of any token is read exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (amount, decimals) => {
      const result = check({ token: toRow({ decimals }), sendTokenAmount: formatUnits(amount, decimals) })
      expect(result).toMatchObject({ checked: { amount } })
    }),
  )
})

test('behavior: an address needs a valid checksum, or a single letter case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(), (bytes, choice) => {
      const address = checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`)
      fc.pre(BigInt(address) !== 0n)
      for (const spelling of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, ` ${address} `])
        expect(check({ receiverAddress: spelling })).toMatchObject({ checked: { receiver: address } })
      const letters = [...address].flatMap((letter, index) => (index > 1 && /[a-f]/i.test(letter) ? [index] : []))
      const at = letters[choice % Math.max(1, letters.length)]
      fc.pre(at !== undefined && letters.length > 2)
      const letter = address[at ?? 0] ?? ''
      const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const wrong = address.slice(0, at) + flipped + address.slice((at ?? 0) + 1)
      const digits = wrong.slice(2)
      fc.pre(digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
      expect(codes(check({ receiverAddress: wrong }))).toStrictEqual(['receiverAddress checksum_mismatch'])
    }),
  )
})

describe('error', () => {
  test.each([
    ['', 'invalid_amount'],
    ['0', 'invalid_amount'],
    ['0.000000', 'invalid_amount'],
    ['-1', 'invalid_amount'],
    ['1e3', 'invalid_amount'],
    ['1,5', 'invalid_amount'],
    ['.', 'invalid_amount'],
    ['1.0000001', 'amount_too_precise'],
  ])('error: the amount %o', (sendTokenAmount, code) => {
    expect(codes(check({ sendTokenAmount }))).toStrictEqual([`sendTokenAmount ${code}`])
  })

  test.each([
    ['', 'nothing'],
    ['0x1234', 'too short'],
    ['vitalik.eth', 'a name'],
    [`0x${'0'.repeat(40)}`, 'the zero address'],
    [`0x${'0'.repeat(39)}4`, 'a contract of the network’s own'],
    [`0x${'0'.repeat(36)}dEaD`, 'where coins are burned'],
    [nativeEvmAddress, 'the native placeholder'],
    [tokenAddress, 'the token itself'],
    [tokenAddress.toLowerCase(), 'the token itself in lower case'],
  ])('error: the receiver %o (%s)', (address) => {
    expect(codes(check({ receiverAddress: address }))).toStrictEqual(['receiverAddress invalid_receiver'])
  })

  test('error: no token, one of another network, one with contradicting data', () => {
    expect(codes(check({ token: undefined }))).toStrictEqual(['token token_missing'])
    expect(
      codes(checkForm({ form: { token: toRow(), sendTokenAmount: '1', receiverAddress }, network: localTwo })),
    ).toStrictEqual(['token token_missing'])
    const elsewhere: Balance = { ...toRow(), address: `eip155:1:${tokenAddress}` }
    expect(codes(check({ token: elsewhere }))).toStrictEqual(['token token_missing'])
    expect(codes(check({ token: { ...toRow(), quantity: { decimals: 'x', numeric: '1' } } }))).toStrictEqual([
      'token token_missing',
    ])
  })

  test('error: all issues are reported together', () => {
    expect(codes(check({ sendTokenAmount: '', receiverAddress: '' }))).toStrictEqual([
      'sendTokenAmount invalid_amount',
      'receiverAddress invalid_receiver',
    ])
  })
})
