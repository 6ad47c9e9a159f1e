import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createQueryClient } from './createQueryClient.ts'
import { forgetOthers } from './ownKey.ts'
import { devicesQuery, myOrdersQuery, operatorQuery, savedAddressesQuery, settingsQuery } from './ownQueries.ts'

const api = { apiUrl: 'http://localhost:7101', projectId: 'p'.repeat(32) }
const ada: AccountId = `eip155:1:0x${'aA'.repeat(20)}`
const ben: AccountId = `eip155:1:0x${'bB'.repeat(20)}`
const queries = [savedAddressesQuery, settingsQuery, myOrdersQuery, devicesQuery, operatorQuery]

test('threat 140: the data of an account is cached under that account, and removed with it', async () => {
  const cache = createQueryClient()
  for (const query of queries) {
    const [mine, other] = [query({ api, owner: ada }).queryKey, query({ api, owner: ben }).queryKey]
    expect(mine).not.toEqual(other)
    cache.setQueryData(mine as readonly unknown[], 'Ada’s')
  }
  cache.setQueryData(['token', 'x'], 'everybody’s')

  forgetOthers({ cache, owner: ada })
  expect(cache.getQueryCache().getAll()).toHaveLength(queries.length + 1)
  forgetOthers({ cache, owner: ben })
  expect(
    cache
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['token', 'x']])
})

test('threat 140: drops an answer that arrives after the account has changed', async () => {
  const cache = createQueryClient()
  const { queryKey } = savedAddressesQuery({ api, owner: ada })
  let answer: (value: string) => void = () => undefined
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve))
  const asked = cache.fetchQuery({ queryKey: queryKey as readonly unknown[], queryFn }).catch(() => undefined)
  forgetOthers({ cache, owner: undefined })
  answer('Ada’s')
  await asked
  expect(cache.getQueryData(queryKey)).toBe(undefined)
  expect(cache.getQueryCache().getAll()).toEqual([])
})

test('behavior: does not repeat a request without a sign-in after any network failure', () => {
  const { retry } = settingsQuery({ api, owner: ada }) as { retry: (count: number, error: Error) => boolean }
  expect(retry(0, new ServiceError('network_request_failed'))).toBe(true)
  expect(retry(0, new ServiceError('siwx_session_required'))).toBe(false)
  expect(retry(0, new ServiceError('operator_required'))).toBe(false)
})
