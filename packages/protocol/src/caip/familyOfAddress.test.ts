import { expect, test } from 'vitest'
import { familyOfAddress } from './familyOfAddress.ts'

test.each([
  ['0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'eip155'],
  ['mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN', 'solana'],
  ['11111111111111111111111111111111', 'solana'],
  ['So11111111111111111111111111111111111111111', 'solana'],
  // Has the length of a short Solana address, but is not one.
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bip122'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bip122'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bip122'],
  ['0x12', undefined],
  ['cleo.eth', undefined],
  ['', undefined],
])('behavior: %s belongs to %s', (text, family) => {
  expect(familyOfAddress(text)).toBe(family)
})
