import type { Description, DescriptionField } from '@latchkey/clear-signing'
import { expect, test } from 'vitest'
import { factsOf } from './factsOf.ts'

const asset = { address: null, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'erc20' } as const
const amount = (text: string): DescriptionField => ({
  ...{ name: 'amount', label: 'amount', type: 'uint160', children: [] },
  value: { kind: 'amount', amount: BigInt(text), text, asset, isUnlimited: false },
})
const address = (label: 'receiver' | 'spender', digit: string): DescriptionField => ({
  ...{ name: label, label, type: 'address', children: [] },
  value: { kind: 'address', address: `0x${digit.repeat(40)}`, name: null, notice: null },
})
const describe = (intent: Description['intent'], ...children: DescriptionField[]): Description => ({
  ...{ intent, target: { address: `0x${'9'.repeat(40)}`, name: null, notice: null }, signature: null, message: null },
  ...{ fields: [{ name: 'details', label: null, type: 'tuple', value: { kind: 'none' }, children }], parts: [] },
  ...{ balanceChanges: null, fee: null, findings: [], transaction: null, raw: '' },
})

test('default', () => {
  expect(factsOf(describe('permit', amount('1'), address('spender', 'a')))).toMatchObject({
    amount: { text: '1' },
    party: { label: 'spender', value: { address: `0x${'a'.repeat(40)}` } },
    isMore: false,
  })
})

test('behavior: threat 23: picks none of several amounts', () => {
  const facts = factsOf(describe('permit', amount('1'), amount('1000000'), address('spender', 'a')))
  expect(facts).toMatchObject({ amount: null, party: { label: 'spender' }, isMore: true })
})

test('behavior: threat 23: picks none of several receivers', () => {
  const facts = factsOf(describe('send', amount('1'), address('receiver', 'a'), address('receiver', 'b')))
  expect(facts).toMatchObject({ party: { value: { address: `0x${'9'.repeat(40)}` } }, isMore: true })
  const same = factsOf(describe('send', amount('1'), address('receiver', 'a'), address('receiver', 'a')))
  expect(same).toMatchObject({ party: { value: { address: `0x${'a'.repeat(40)}` } }, isMore: false })
})
