import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createCache } from './createCache.ts'

function setup(options: { maxEntries?: number } = {}) {
  let now = 1_000_000
  let loads = 0
  const cache = createCache<{ n: number }>({ clock: { now: () => now }, ttl: 10, staleFor: 60, ...options })
  const load = async () => {
    loads += 1
    return { n: loads }
  }
  return {
    cache,
    load,
    pass: (seconds: number) => {
      now += seconds * 1000
    },
    loads: () => loads,
  }
}

const failing = async (): Promise<never> => {
  throw new ServiceError('upstream_unavailable')
}

test('default', async () => {
  const { cache, load, pass } = setup()
  expect(await cache.read({ key: 'a', load })).toEqual({ value: { n: 1 }, age: 0, stale: 0 })
  pass(9)
  expect(await cache.read({ key: 'a', load })).toEqual({ value: { n: 1 }, age: 9, stale: 0 })
  pass(1)
  expect((await cache.read({ key: 'a', load })).value).toEqual({ n: 2 })
  expect((await cache.read({ key: 'b', load })).value).toEqual({ n: 3 })
})

test('behavior: concurrent misses share one load', async () => {
  const { cache, load, loads } = setup()
  const readings = await Promise.all(Array.from({ length: 50 }, () => cache.read({ key: 'a', load })))
  expect(loads()).toBe(1)
  expect(new Set(readings.map(({ value }) => value)).size).toBe(1)
})

test('behavior: values are frozen', async () => {
  const { cache, load } = setup()
  expect(Object.isFrozen((await cache.read({ key: 'a', load })).value)).toBe(true)
})

test('behavior: serves an old value with its age when loading fails, and does not retry on every call', async () => {
  const { cache, load, pass } = setup()
  await cache.read({ key: 'a', load })
  pass(25)
  let attempts = 0
  const fail = () => {
    attempts += 1
    return failing()
  }
  expect(await cache.read({ key: 'a', load: fail })).toEqual({ value: { n: 1 }, age: 25, stale: 25 })
  expect((await cache.read({ key: 'a', load: fail })).stale).toBe(25)
  expect(attempts).toBe(1)
  pass(2)
  expect((await cache.read({ key: 'a', load: fail })).stale).toBe(27)
  expect(attempts).toBe(2)
  pass(2)
  expect(await cache.read({ key: 'a', load })).toEqual({ value: { n: 2 }, age: 0, stale: 0 })
})

test('error: without a usable value, the failure is thrown', async () => {
  const { cache, load, pass } = setup()
  await expect(cache.read({ key: 'a', load: failing })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  await cache.read({ key: 'a', load })
  pass(71)
  await expect(cache.read({ key: 'a', load: failing })).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('error: an old value does not hide a rejected request', async () => {
  const { cache, load, pass } = setup()
  await cache.read({ key: 'a', load })
  pass(11)
  const refuse = async () => {
    throw new ServiceError('unsupported_chain')
  }
  await expect(cache.read({ key: 'a', load: refuse })).rejects.toMatchObject({ code: 'unsupported_chain' })
})

test('behavior: a forced read loads, and does not join an earlier load', async () => {
  const { cache, load } = setup()
  const [first, forced] = await Promise.all([
    cache.read({ key: 'a', load }),
    cache.read({ key: 'a', load, force: true }),
  ])
  expect(first.value).toEqual({ n: 1 })
  expect(forced.value).toEqual({ n: 2 })
})

test('behavior: an expired value is loaded again, and still serves if that load fails', async () => {
  const { cache, load } = setup()
  await cache.read({ key: 'a', load })
  cache.expire('a')
  expect((await cache.read({ key: 'a', load: failing })).stale).toBe(1)
  const other = setup()
  await other.cache.read({ key: 'a', load: other.load })
  other.cache.expire('a')
  expect((await other.cache.read({ key: 'a', load: other.load })).value).toEqual({ n: 2 })
})

test.each(['expire', 'force', 'clear'] as const)(
  'behavior: an outdated load (%s) does not replace a newer value',
  async (by) => {
    const { cache } = setup()
    let finishOld = (_value: { n: number }) => {}
    const old = cache.read({
      key: 'a',
      load: () =>
        new Promise((resolve) => {
          finishOld = resolve
        }),
    })
    if (by === 'expire') cache.expire('a')
    if (by === 'clear') cache.clear()
    const load = async () => ({ n: 2 })
    expect((await cache.read({ key: 'a', load, force: by === 'force' })).value).toEqual({ n: 2 })
    finishOld({ n: 1 })
    expect((await old).value).toEqual({ n: 1 })
    const never = () => Promise.reject(new Error('It was kept'))
    expect((await cache.read({ key: 'a', load: never })).value).toEqual({ n: 2 })
  },
)

test('behavior: a load that was in flight at the expiry is repeated', async () => {
  const { cache, load } = setup()
  const old = cache.read({ key: 'a', load })
  cache.expire('a')
  await old
  expect((await cache.read({ key: 'a', load })).value).toEqual({ n: 2 })
})

test('behavior: the size is bounded, and recently read entries stay', async () => {
  const { cache, load, loads } = setup({ maxEntries: 2 })
  await cache.read({ key: 'a', load })
  await cache.read({ key: 'b', load })
  await cache.read({ key: 'a', load })
  await cache.read({ key: 'c', load })
  expect(loads()).toBe(3)
  await cache.read({ key: 'a', load })
  expect(loads()).toBe(3)
  await cache.read({ key: 'b', load })
  expect(loads()).toBe(4)
})
