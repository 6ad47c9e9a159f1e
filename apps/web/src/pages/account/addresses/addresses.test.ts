import type { SavedAddress } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { checkLabel } from './checkLabel.ts'
import { familyOf } from './familyOf.ts'
import { noteAddress } from './noteAddress.ts'

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const saved = (address: string, label: string): SavedAddress => ({
  id: label,
  address,
  label,
  createdAt: '',
  updatedAt: '',
})

test('default: accepts readable names', () => {
  for (const label of ['Ben', '  Ben  ', 'عمي بن', '日'.repeat(60), 'Ben & Co. 💛'])
    expect(checkLabel(label)).toBe(undefined)
  expect(checkLabel('   ')).toBe('missing')
})

test('error: rejects names that hide something, or are too long', () => {
  for (const label of ['Ben\u202e', 'B\u200ben', 'Ben\u2066', 'Be\u0000n', 'x'.repeat(61)])
    expect(checkLabel(label), JSON.stringify(label)).toBe('wrong')
})

test('behavior: finds a saved address in any letter case, and one that looks like it', () => {
  const list = [saved(ada, 'Ada'), saved('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'Sol')]
  expect(noteAddress({ address: ada.toLowerCase(), saved: list })).toEqual({ kind: 'known', label: 'Ada' })
  const like = `0xd8da${'0'.repeat(30)}aa96045`.slice(0, 35) + 'A96045'.padStart(7, 'a')
  expect(noteAddress({ address: like, saved: list })).toEqual({ kind: 'lookAlike', label: 'Ada' })
  expect(noteAddress({ address: `0x${'12'.repeat(20)}`, saved: list })).toBe(undefined)
  expect(noteAddress({ address: '9wzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', saved: list })).toBe(undefined)
})

test('default: each address is of one family', () => {
  expect(familyOf(ada)).toBe('eip155')
  expect(familyOf('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')).toBe('solana')
  expect(familyOf('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')).toBe('bip122')
  expect(familyOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bip122')
})
