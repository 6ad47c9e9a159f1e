import { ServiceError } from '@latchkey/protocol/errors'
import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { balanceQuery, historyQuery, projectConfigQuery } from './queries.ts'

const api = { apiUrl: 'http://localhost:7101', projectId: 'p'.repeat(32) }
const address = `0x${'ab'.repeat(20)}`
const balance = balanceQuery({ api, address, chainId: 'eip155:31337' })
const history = historyQuery({ api, address, chainId: undefined })

/** Returns the milliseconds until the next read after this outcome. */
function pauseAfter(query: { refetchInterval?: unknown }, state: { data?: unknown; error?: Error | null }) {
  return (query.refetchInterval as (query: Pick<Query, 'state'>) => number | false)({
    state: { data: undefined, error: null, ...state } as Query['state'],
  })
}

test('default: a current answer is read again rarely, because updates arrive live', () => {
  expect(pauseAfter(balance, { data: { value: {}, asOf: 0, stale: false } })).toBe(60_000)
  expect(pauseAfter(history, { data: { pages: [{ value: {}, asOf: 0, stale: false }] } })).toBe(60_000)
})

test('behavior: a stale answer or a failure is read again soon', () => {
  expect(pauseAfter(balance, { data: { value: {}, asOf: 0, stale: true } })).toBe(4_000)
  expect(pauseAfter(history, { data: { pages: [{ stale: true }, { stale: false }] } })).toBe(4_000)
  expect(pauseAfter(balance, { error: new ServiceError('network_request_failed') })).toBe(4_000)
})

test('error: does not repeat a permanently refused request', () => {
  expect(pauseAfter(balance, { error: new ServiceError('unsupported_chain') })).toBe(false)
})

test('behavior: reads the server’s features once, and again only after a failure, so that a server that is back does not look down', () => {
  const offers = projectConfigQuery({ api })
  expect(pauseAfter(offers, { data: { value: {}, asOf: 0, stale: false } })).toBe(false)
  expect(pauseAfter(offers, { error: new ServiceError('network_request_failed') })).toBe(4_000)
})
