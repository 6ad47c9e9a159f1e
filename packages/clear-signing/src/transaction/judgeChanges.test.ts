import { expect, test } from 'vitest'
import type { AssetKnowledge } from '../assets/coversLoss.ts'
import type { BalanceChange } from '../Description.ts'
import { judgeChanges } from './judgeChanges.ts'

const ether = { address: null, symbol: 'ETH', name: 'Ether', decimals: 18, kind: 'native' } as const
const tokenAt = (address: string, decimals = 18) =>
  ({ address, symbol: 'TKN', name: 'Token', decimals, kind: 'erc20' }) as const
const [listed, dollars, madeUp] = ['0x11', '0x22', '0x99']
const known: AssetKnowledge = {
  isListed: (address) => address === listed || address === dollars,
  usdOf: (address) => (address === dollars ? '1' : undefined),
}

const change = (direction: 'in' | 'out', asset: BalanceChange['asset'], amount: bigint): BalanceChange => ({
  ...{ asset, direction, amount, amountText: '10', tokenId: null, counterparty: null },
})
const paid = change('out', ether, 10n ** 19n)
const judge = (changes: readonly BalanceChange[]) =>
  judgeChanges({ intent: 'contractCall', changes, isListed: false, known })
const loss = [{ level: 'warn', code: 'lossWithoutReturn', values: { amount: '10', symbol: 'ETH' } }]

test('default', () => {
  expect(judge([paid])).toStrictEqual(loss)
  expect(judgeChanges({ intent: 'send', changes: [paid], isListed: false, known })).toStrictEqual([])
  expect(judge([paid, change('in', tokenAt(listed), 10n ** 18n)])).toStrictEqual([])
  expect(judge([change('in', ether, 1n)])).toStrictEqual([])
})

test.each(['approve', 'approveAll', 'revokeApproval', 'permit'] as const)(
  'behavior: threat 23: an intent of %s that pays is reported as a loss',
  (intent) => {
    expect(judgeChanges({ intent, changes: [paid], isListed: false, known })).toHaveLength(1)
  },
)

const stable = tokenAt(dollars, 6)
test.each([
  ['a token that was made up in the same call', [paid, change('in', tokenAt(madeUp), 10n ** 30n)]],
  ['a collectible that nobody vouches for', [paid, change('in', { ...tokenAt(madeUp, 0), kind: 'erc721' }, 1n)]],
  ['one unit of a listed token', [paid, change('in', tokenAt(listed), 1n)]],
  ['dust of a listed token', [paid, change('in', tokenAt(listed), 10n ** 12n)]],
  ['dust of a token with few decimals', [paid, change('in', tokenAt(listed, 2), 900n)]],
] as const)('finding F11: threat 186: %s is no return', (_, changes) => {
  expect(judge(changes)).toStrictEqual(loss)
})

test('finding F11: if all prices are known, at least half of the value must come back', () => {
  const other = { ...known, isListed: () => true, usdOf: () => '2.5' }
  const swap = (given: bigint, received: bigint) =>
    judgeChanges({
      ...{ intent: 'swap', isListed: true, known: other },
      changes: [change('out', stable, given), change('in', tokenAt(listed, 6), received)],
    })
  expect(swap(1_000_000_000n, 499_000_000n)).toHaveLength(1)
  expect(swap(1_000_000_000n, 501_000_000n)).toStrictEqual([])
})

test('behavior: wrapping a few units returns as few', () => {
  expect(judge([change('out', ether, 7n), change('in', tokenAt(listed), 7n)])).toStrictEqual([])
})
