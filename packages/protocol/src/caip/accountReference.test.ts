import { expect, test } from 'vitest'
import { isAccountReference, splitAccountReference } from './accountReference.ts'

const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

test.each([
  [evm, evm, undefined],
  [`eip155:8453:${evm}`, evm, 'eip155:8453'],
  [solana, solana, undefined],
  [`solana:localnet:${solana}`, solana, 'solana:localnet'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', undefined],
] as const)('default: %s', (text, address, chainId) => {
  expect(isAccountReference(text)).toBe(true)
  expect(splitAccountReference(text)).toEqual({ address, chainId })
})

test.each(['', 'ada.eth', `eip155:${evm}`, `eip155:01:${evm}`, `cosmos:hub:${evm}`, `eip155:1:${solana}`, `${evm} `])(
  'error: %s does not name an account',
  (text) => expect(isAccountReference(text)).toBe(false),
)
