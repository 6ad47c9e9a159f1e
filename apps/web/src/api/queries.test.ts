import { ServiceError } from '@latchkey/protocol/errors'
import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { balanceQuery, historyQuery, projectConfigQuery } from './queries.ts'

const api = { apiUrl: 'http://localhost:7101', projectId: 'p'.repeat(32) }
const address = `0x${'ab'.repeat(20)}`
const balance = balanceQuery({ api, address, chainId: 'eip155:31337' })
const history = historyQuery({ api, address, chainId: undefined })

/** Milliseconds until the next read after this outcome. */
function pauseAfter(query: { refetchInterval?: unknown }, state: { data?: unknown; error?: Error | null }) {
  return (query.refetchInterval as (query: Pick<Query, 'state'>) => number | false)({
    state: { data: undefined, error: null, ...state } as Query['state'],
  })
}

test('default: an answer of now is read again rarely, for news arrive live', () => {
  expect(pauseAfter(balance, { data: { value: {}, asOf: 0, stale: false } })).toBe(60_000)
  expect(pauseAfter(history, { data: { pages: [{ value: {}, asOf: 0, stale: false }] } })).toBe(60_000)
})

test('behavior: an answer that the server could not renew is read again soon, and so is a failure', () => {
  expect(pauseAfter(balance, { data: { value: {}, asOf: 0, stale: true } })).toBe(4_000)
  expect(pauseAfter(history, { data: { pages: [{ stale: true }, { stale: false }] } })).toBe(4_000)
  expect(pauseAfter(balance, { error: new ServiceError('network_request_failed') })).toBe(4_000)
})

test('error: what was refused for good is not asked again', () => {
  expect(pauseAfter(balance, { error: new ServiceError('unsupported_chain') })).toBe(false)
})

test('behavior: what the server offers is asked once, and again only when that failed: a server that is back must not look away', () => {
  const offers = projectConfigQuery({ api })
  expect(pauseAfter(offers, { data: { value: {}, asOf: 0, stale: false } })).toBe(false)
  expect(pauseAfter(offers, { error: new ServiceError('network_request_failed') })).toBe(4_000)
})
