import { expect, test } from 'vitest'
import { formatReport } from './formatReport.ts'

test('default', () => {
  const lines = [
    { day: '2026-11-20', event: 'connected', wallet: 'metamask', events: 12, visits: 9 },
    { day: '2026-11-20', event: 'modalOpened', wallet: null, events: 130, visits: 101 },
  ]
  expect(formatReport({ by: ['day', 'event', 'wallet'], lines, since: '2026-11-01' })).toBe(
    [
      'day         event        wallet    events  visits',
      '2026-11-20  connected    metamask      12       9',
      '2026-11-20  modalOpened  -            130     101',
    ].join('\n'),
  )
})

test('behavior: an empty report states that there are no events', () => {
  expect(formatReport({ by: ['day'], lines: [], since: '2026-11-01' })).toBe('Nothing since 2026-11-01.')
})
