import { expect, test } from 'vitest'
import type { BalanceChange } from '../Description.ts'
import { judgeChanges } from './judgeChanges.ts'

const ether = { address: null, symbol: 'ETH', name: 'Ether', decimals: 18, kind: 'native' } as const
const paid: BalanceChange = {
  ...{ asset: ether, direction: 'out', amount: 10n ** 19n, amountText: '10', tokenId: null, counterparty: null },
}

test('default', () => {
  expect(judgeChanges({ intent: 'contractCall', changes: [paid], isListed: false })).toStrictEqual([
    { level: 'warn', code: 'lossWithoutReturn', values: { amount: '10', symbol: 'ETH' } },
  ])
  expect(judgeChanges({ intent: 'send', changes: [paid], isListed: false })).toStrictEqual([])
})

test.each(['approve', 'approveAll', 'revokeApproval', 'permit'] as const)(
  'behavior: threat 23: what calls itself %s and pays is said to be a loss',
  (intent) => {
    expect(judgeChanges({ intent, changes: [paid], isListed: false })).toHaveLength(1)
  },
)
