import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase58 } from './base58.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

// Test vectors of Bitcoin Core.
test.each([
  ['', ''],
  ['61', '2g'],
  ['626262', 'a3gV'],
  ['73696d706c792061206c6f6e6720737472696e67', '2cFupjhnEsSn59qHXstmK2ffpLv2'],
  ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
  ['10c8511e', 'Rt5zm'],
  ['00000000000000000000', '1111111111'],
])('default: %s', (hex, text) => {
  expect(encodeBase58(bytes(hex))).toBe(text)
})

test('behavior: encodes the same number as the bytes', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (value) => {
      const number = value.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
      const read = [...encodeBase58(value)].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n)
      expect(read).toBe(number)
    }),
  )
})
