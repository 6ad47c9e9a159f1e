import { expect, test } from 'vitest'
import { readAccounts } from './readAccounts.ts'

const user = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('default: one field with a network is enough, and letter case stays', () => {
  const all = { from: `eip155:1:${token}`, to: `eip155:1:${user}`, userAddress: `eip155:1:${user}` } as const
  expect(readAccounts(all)).toEqual(all)
  expect(readAccounts({ ...all, userAddress: user })).toEqual(all)
  expect(readAccounts({ ...all, to: user, userAddress: user })).toEqual(all)
  expect(readAccounts({ from: token, to: user, userAddress: `eip155:1:${user}` })).toEqual(all)
  expect(readAccounts({ ...all, userAddress: undefined })).toEqual({ ...all, userAddress: undefined })
})

test('behavior: keeps different networks, so that the service can name the wrong field', () => {
  const mixed = { from: `eip155:1:${token}`, to: `eip155:10:${token}`, userAddress: user }
  expect(readAccounts(mixed)).toEqual({ ...mixed, userAddress: `eip155:1:${user}` })
})

test('error: refuses fields without a network, and an address of another family', () => {
  const code = 'malformed_address'
  expect(() => readAccounts({ from: token, userAddress: user })).toThrow(
    expect.objectContaining({ code, field: 'from' }),
  )
  const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  expect(() => readAccounts({ from: `eip155:1:${token}`, userAddress: solana })).toThrow(
    expect.objectContaining({ code, field: 'userAddress' }),
  )
})
