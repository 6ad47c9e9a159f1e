import type { Trade } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { addTrades } from './useLiveToken.ts'

const trade = (id: string, minedAt: string): Trade => ({
  id,
  hash: `0x${id}`,
  minedAt,
  maker: '0x0',
  side: 'buy',
  quantity: { numeric: '1' },
  price: 1,
  value: 1,
})
const page = (data: Trade[], next: string | null) => ({ value: { data, next }, asOf: 1, stale: false })
const ids = (data: ReturnType<typeof addTrades>) => data?.pages.map(({ value }) => value.data.map(({ id }) => id))

test('default: adds new trades at the top of the first page, newest first', () => {
  const old = {
    pages: [page([trade('b', '2026-01-02')], 'x'), page([trade('a', '2026-01-01')], null)],
    pageParams: ['', 'x'],
  }
  expect(ids(addTrades(old, [trade('c', '2026-01-03'), trade('d', '2026-01-04')]))).toEqual([['d', 'c', 'b'], ['a']])
})

test('behavior: does not repeat a known trade', () => {
  const old = { pages: [page([trade('b', '2026-01-02')], null)], pageParams: [''] }
  expect(ids(addTrades(old, [trade('b', '2026-01-02')]))).toEqual([['b']])
})

test('behavior: does nothing without a first page', () => {
  expect(addTrades(undefined, [trade('b', '2026-01-02')])).toBeUndefined()
})
