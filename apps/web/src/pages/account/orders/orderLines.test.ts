import type { HistoryItem, Order } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { orderLines } from './orderLines.ts'

const token = `eip155:1:0x${'aB'.repeat(20)}` as const
const other = `eip155:1:0x${'cD'.repeat(20)}` as const
const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T00:00:00Z`
const order = (number: number) => ({ id: `order ${number}`, createdAt: day(number) }) as Order
const trade = (
  number: number,
  { to = token.toLowerCase(), ...metadata }: { to?: string; operationType?: string; status?: string } = {},
) =>
  ({
    id: `swap ${number}`,
    metadata: { operationType: 'trade', status: 'confirmed', minedAt: day(number), ...metadata },
    transfers: [
      { direction: 'out', address: null },
      { direction: 'in', address: to },
    ],
  }) as HistoryItem
const keys = (options: Partial<Parameters<typeof orderLines>[0]>) =>
  orderLines({ orders: [], items: [], token, hasMore: { orders: false, items: false }, ...options }).map(
    ({ key }) => key,
  )

test('behavior: step 7: a swap for the token is listed beside card orders', () => {
  expect(keys({ orders: [order(9), order(3)], items: [trade(5), trade(1)] })).toEqual([
    'order 9',
    'swap 5',
    'order 3',
    'swap 1',
  ])
})

test('behavior: excludes sales, other tokens, failed swaps and duplicates', () => {
  const items = [
    trade(9, { to: other }),
    trade(8, { status: 'failed' }),
    trade(7, { status: 'pending' }),
    trade(6, { operationType: 'receive' }),
    trade(5),
    trade(5),
  ]
  expect(keys({ items })).toEqual(['swap 5'])
})

test('behavior: entries older than an incomplete list wait until more of it is read', () => {
  const lists = { orders: [order(9), order(2)], items: [trade(8), trade(5, { to: other })] }
  expect(keys({ ...lists, hasMore: { orders: false, items: true } })).toEqual(['order 9', 'swap 8'])
  expect(keys({ ...lists, hasMore: { orders: true, items: false } })).toEqual(['order 9', 'swap 8', 'order 2'])
  expect(keys({ items: [], orders: [order(2)], hasMore: { orders: false, items: true } })).toEqual(['order 2'])
})
