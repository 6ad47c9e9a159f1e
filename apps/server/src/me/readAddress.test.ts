import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { readAddress } from './readAddress.ts'

const read = (text: string) => {
  try {
    return readAddress(text)
  } catch (error) {
    return error instanceof ServiceError ? { code: error.code, field: error.field } : error
  }
}

/** From EIP-55's examples. */
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  ['in its checksum', evm, evm],
  ['in lower case', evm.toLowerCase(), evm],
  ['in capitals', `0x${evm.slice(2).toUpperCase()}`, evm],
  ['of Solana', 'So11111111111111111111111111111111111111112', 'So11111111111111111111111111111111111111112'],
  ['of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['of Bitcoin, segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'of Bitcoin, in capitals',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
])('default: %s', (_, text, address) => expect(read(text)).toBe(address))

test.each([
  ['a letter in the wrong case', `${evm.slice(0, -1)}D`],
  ['a digit too few', evm.slice(0, -1)],
  ['a mistyped one of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['a mistyped one of Bitcoin, segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['31 bytes in base58', '1111111111111111111111111111111'],
  ['33 bytes in base58', 'z'.repeat(44)],
  ['nothing', ''],
])('error: %s', (_, text) => expect(read(text)).toEqual({ code: 'malformed_address', field: 'address' }))
