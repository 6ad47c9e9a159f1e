import { afterAll, describe, expect, test } from 'vitest'
import { startRedis } from '../../testing/startRedis.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock/Clock.ts'
import { createMemoryKv } from './createMemoryKv.ts'
import { createRedisKv } from './createRedisKv.ts'
import type { Kv } from './Kv.ts'

const redis = await startRedis()
afterAll(() => redis.stop?.())

let count = 0
const key = () => `test:${process.pid}:${Date.now()}:${count++}`

/** Every adapter keeps this contract. */
describe.each([
  { adapter: 'memory', skip: undefined, create: async () => createMemoryKv({ clock: systemClock }) },
  {
    adapter: 'redis',
    skip: redis.skip,
    create: () => createRedisKv({ url: redis.skip === undefined ? redis.url : '' }),
  },
])('key-value store on $adapter', ({ skip, create }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }
  const open: Kv[] = []
  const store = async () => {
    const kv = await create()
    open.push(kv)
    return kv
  }
  afterAll(() => Promise.all(open.map((kv) => kv.close())))

  test('default', async () => {
    const kv = await store()
    const name = key()
    expect(await kv.get(name)).toBeUndefined()
    await kv.set(name, 'ü€𝄞', { ttl: 60 })
    expect(await kv.get(name)).toBe('ü€𝄞')
    await kv.set(name, '', { ttl: 60 })
    expect(await kv.get(name)).toBe('')
    await kv.delete(name)
    expect(await kv.get(name)).toBeUndefined()
    await kv.delete(name)
    expect(await kv.ping()).toBeGreaterThanOrEqual(0)
  })

  test('behavior: values expire after their time to live', async () => {
    const kv = await store()
    const name = key()
    await kv.set(name, 'soon gone', { ttl: 0.05 })
    await until(async () => (await kv.get(name)) === undefined)
    expect(await kv.setIfAbsent(name, 'new', { ttl: 60 })).toBe(true)
  })

  test('behavior: exactly one caller wins setIfAbsent', async () => {
    const kv = await store()
    const name = key()
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, index) => kv.setIfAbsent(name, String(index), { ttl: 60 })),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await kv.get(name)).toBe(String(won.indexOf(true)))
  })

  test('behavior: increment counts every call, and its time to live starts with the first', async () => {
    const kv = await store()
    const name = key()
    const counts = await Promise.all(Array.from({ length: 50 }, () => kv.increment(name, { ttl: 60 })))
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    const short = key()
    await kv.increment(short, { ttl: 0.2 })
    // Further increments do not extend the time to live: once the counter restarts at 1, the first time to live has passed.
    await until(async () => (await kv.increment(short, { ttl: 60 })) === 1)
  })

  test('error: a closed store rejects calls', async () => {
    const kv = await store()
    await kv.close()
    await kv.close()
    await expect(kv.get('anything')).rejects.toThrow()
    await expect(kv.ping()).rejects.toThrow()
  })
})

test('createMemoryKv: behavior: holds a bounded number of entries, and removes the oldest first', async () => {
  const kv = createMemoryKv({ clock: systemClock, maxEntries: 3 })
  for (const name of ['a', 'b', 'c', 'd']) await kv.set(name, name, { ttl: 60 })
  expect(await kv.get('a')).toBeUndefined()
  expect(await kv.get('d')).toBe('d')
})
