import type { HistoryItem, OperationType, Transfer } from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import { activityLines, counterTransfer, leadTransfer } from './activityRows.ts'

const transfer = (direction: Transfer['direction'], extra: Partial<Transfer> = {}): Transfer => ({
  fungible_info: { name: 'Latch', symbol: 'LATCH', icon: { url: null } },
  nft_info: null,
  address: null,
  direction,
  quantity: { numeric: '1' },
  value: null,
  price: null,
  ...extra,
})
const spamNft = { name: 'Claim', content: { preview: { url: null } }, flags: { is_spam: true } }

function item(
  id: string,
  minedAt: string,
  operationType: OperationType = 'send',
  transfers = [transfer('out')],
): HistoryItem {
  return {
    id,
    metadata: {
      operationType,
      hash: '0x',
      minedAt,
      sentFrom: '',
      sentTo: '',
      status: 'confirmed',
      nonce: 0,
      application: null,
      chain: 'eip155:31337',
    },
    transfers,
  }
}

describe('activityLines', () => {
  const items = [
    item('c', '2026-03-15T12:00:00'),
    item('b', '2026-03-14T12:00:00', 'receive'),
    item('a', '2025-03-14T12:00:00'),
  ]

  test('default: a heading precedes each month of each year', () => {
    expect(activityLines({ items, type: 'all' }).map(({ key }) => key)).toEqual(['2026-3', 'c', 'b', '2025-3', 'a'])
  })

  test('behavior: a month without entries has no heading', () => {
    expect(activityLines({ items, type: 'receive' }).map(({ key }) => key)).toEqual(['2026-3', 'b'])
    expect(activityLines({ items, type: 'other' })).toEqual([])
  })

  test('behavior: omits entries that contain only spam, and duplicates', () => {
    const spam = item('s', '2026-03-15T12:00:00', 'receive', [
      transfer('in', { fungible_info: null, nft_info: spamNft }),
    ])
    const [first] = items
    if (!first) throw new Error('There are items')
    expect(activityLines({ items: [spam, first, first], type: 'all' }).map(({ key }) => key)).toEqual(['2026-3', 'c'])
  })
})

test('leadTransfer: the received transfer, otherwise the given one; counterTransfer: the received transfer of a trade', () => {
  const both = [transfer('in'), transfer('out')]
  expect(leadTransfer(item('x', '2026-01-01', 'receive', both))?.direction).toBe('in')
  expect(leadTransfer(item('x', '2026-01-01', 'trade', both))?.direction).toBe('out')
  expect(counterTransfer(item('x', '2026-01-01', 'trade', both))?.direction).toBe('in')
  expect(counterTransfer(item('x', '2026-01-01', 'send', both))).toBeUndefined()
})
