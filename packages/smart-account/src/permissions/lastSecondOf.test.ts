import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Grant } from './Grant.ts'
import { lastSecondOf } from './lastSecondOf.ts'

const [token, shop] = [
  '0x1000000000000000000000000000000000000001',
  '0x2000000000000000000000000000000000000002',
] as const
const grant: Grant = {
  ...{ signer: shop, coSigner: zeroAddress, validAfter: 0, validUntil: 10_000, calls: [] },
  allowances: [
    { token, limit: 5n, start: 1_000, period: 60 },
    { token: zeroAddress, limit: 5n, start: 1_000, period: 600 },
  ],
}
const spend = { to: token, data: '0xa9059cbb' } as const

test('behavior: a used period limits the time to its last second; any other does not', () => {
  expect(lastSecondOf({ grant, calls: [spend], at: 1_059 })).toBe(1_059)
  expect(lastSecondOf({ grant, calls: [spend], at: 1_060 })).toBe(1_119)
  expect(lastSecondOf({ grant, calls: [{ to: shop, value: 1n }], at: 1_060 })).toBe(1_599)
  expect(lastSecondOf({ grant, calls: [{ to: shop }], at: 1_060 })).toBe(10_000)
})

test('behavior: gas that the account pays uses the allowance of the native token', () => {
  expect(lastSecondOf({ grant, calls: [{ to: shop }], at: 1_060, paysGas: true })).toBe(1_599)
})

test('behavior: the permission ends its last period early, and an endless period lasts as long as the permission', () => {
  expect(lastSecondOf({ grant: { ...grant, validUntil: 1_030 }, calls: [spend], at: 1_010 })).toBe(1_030)
  const once = { ...grant, allowances: [{ token, limit: 5n, start: 1_000, period: 0 }] }
  expect(lastSecondOf({ grant: once, calls: [spend], at: 1_010 })).toBe(10_000)
})
