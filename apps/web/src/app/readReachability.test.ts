import { ServiceError } from '@latchkey/protocol/errors'
import type { Query } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readReachability } from './readReachability.ts'

const query = (error: Error | null, data?: unknown) => ({ state: { error, data } }) as Pick<Query, 'state'>
const away = new ServiceError('network_request_failed')

test('default: reachable while nothing failed to reach the server', () => {
  expect(readReachability([])).toBe('reachable')
  expect(readReachability([query(null, { asOf: 5 }), query(new ServiceError('not_found'))])).toBe('reachable')
})

test('behavior: the oldest answer on the screen counts', () => {
  const pages = { pages: [{ asOf: 30 }, { asOf: 20 }] }
  expect(readReachability([query(away, { asOf: 25 }), query(away, pages), query(null, { asOf: 1 })])).toBe(20)
})

test('behavior: nothing to show', () => {
  expect(readReachability([query(away)])).toBe('nothing')
})
