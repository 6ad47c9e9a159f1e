import { ServiceError } from '@latchkey/protocol/errors'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createReachability } from './createReachability.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Makes a page with queries that the test answers. */
function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const reachability = createReachability(client.getQueryCache())
  stops.push(reachability.subscribe(() => undefined))
  const ask = (name: string) => {
    let settle: { resolve: (data: unknown) => void; reject: (error: Error) => void }
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () =>
        new Promise((resolve, reject) => {
          settle = { resolve, reject }
        }),
    })
    const leave = observer.subscribe(() => undefined)
    stops.push(leave)
    const settled = async (step: () => void) => {
      step()
      await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
    }
    return {
      again: () => void observer.refetch(),
      leave,
      answer: (data: unknown) => settled(() => settle.resolve(data)),
      fail: (code: 'network_request_failed' | 'not_found') => settled(() => settle.reject(new ServiceError(code))),
    }
  }
  return { client, ask, read: reachability.read, oldest: reachability.oldest }
}

test('default: reachable while no request has failed to reach the server', async () => {
  const { ask, read } = setUp()
  expect(read()).toBe('reachable')
  await ask('price').answer({ asOf: 5 })
  await ask('holders').fail('not_found')
  expect(read()).toBe('reachable')
})

test('behavior: a repeated query changes nothing until it is answered', async () => {
  const { ask, read } = setUp()
  const price = ask('price')
  await price.fail('network_request_failed')
  expect(read()).toBe('nothing')
  price.again()
  expect(read()).toBe('nothing')
  await price.answer({ asOf: 9 })
  expect(read()).toBe('reachable')
})

test('behavior: the first attempt without an answer counts, not the last of several', async () => {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: 2, retryDelay: 60_000 } },
  })
  client.setQueryData(['price'], { asOf: 7 })
  const { read, subscribe } = createReachability(client.getQueryCache())
  stops.push(subscribe(() => undefined))
  const queryFn = () => Promise.reject(new ServiceError('network_request_failed'))
  stops.push(new QueryObserver(client, { queryKey: ['price'], queryFn }).subscribe(() => undefined))
  await expect.poll(read).toBe(7)
  expect(client.getQueryState(['price'])?.error).toBeNull()
})

test('behavior: returns the age of the oldest visible answer, also while the server is reachable', async () => {
  const { client, ask, oldest } = setUp()
  expect(oldest()).toBeUndefined()
  await ask('price').answer({ asOf: 30 })
  await ask('trades').answer({ pages: [{ asOf: 40 }, { asOf: 20 }] })
  await ask('off screen').leave()
  client.setQueryData(['off screen'], { asOf: 1 })
  expect(oldest()).toBe(20)
  // A query that is not shown has no age on the screen.
  const config = { queryKey: ['config'], queryFn: async () => ({ asOf: 2 }), meta: { isShown: false } }
  stops.push(new QueryObserver(client, config).subscribe(() => undefined))
  await expect.poll(() => client.getQueryData(['config'])).toEqual({ asOf: 2 })
  expect(oldest()).toBe(20)
})

test('behavior: the oldest visible answer counts', async () => {
  const { ask, read } = setUp()
  for (const [name, data] of Object.entries({ price: { asOf: 25 }, trades: { pages: [{ asOf: 30 }, { asOf: 20 }] } })) {
    const query = ask(name)
    await query.answer(data)
    query.again()
    await query.fail('network_request_failed')
  }
  await ask('holders').answer({ asOf: 1 })
  expect(read()).toBe(20)
})

test('behavior: data that the page sets is not an answer', async () => {
  const { client, ask, read } = setUp()
  await ask('price').fail('network_request_failed')
  client.setQueryData(['price'], { asOf: 7 })
  expect(read()).toBe(7)
})

test('behavior: a query without observers does not count', async () => {
  const { ask, read } = setUp()
  const price = ask('price')
  await price.fail('network_request_failed')
  price.leave()
  expect(read()).toBe('reachable')
})
