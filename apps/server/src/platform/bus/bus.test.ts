import { afterAll, describe, expect, test } from 'vitest'
import { startRedis } from '../../testing/startRedis.ts'
import { until } from '../../testing/until.ts'
import type { Bus } from './Bus.ts'
import { createMemoryBus } from './createMemoryBus.ts'
import { createRedisBus } from './createRedisBus.ts'

const redis = await startRedis({ own: true })
afterAll(() => redis.stop?.())

/** Every adapter keeps this contract. `pair` returns the buses of two processes (the same bus if in-process). */
describe.each([
  {
    adapter: 'memory',
    skip: undefined,
    pair: async (): Promise<[Bus, Bus]> => {
      const bus = createMemoryBus()
      return [bus, bus]
    },
  },
  {
    adapter: 'redis',
    skip: redis.skip,
    pair: async (): Promise<[Bus, Bus]> => {
      const url = redis.skip === undefined ? redis.url : ''
      return [await createRedisBus({ url }), await createRedisBus({ url })]
    },
  },
])('bus on $adapter', ({ skip, pair }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }
  const open: Bus[] = []
  const buses = async () => {
    const both = await pair()
    open.push(...both)
    return both
  }
  afterAll(() => Promise.all(open.map((bus) => bus.close())))

  test('default', async () => {
    const [here, there] = await buses()
    const received: string[] = []
    await there.subscribe('news', (message) => received.push(message))
    await here.publish('news', 'one "ü€𝄞"')
    await here.publish('other', 'not for us')
    await here.publish('news', 'two')
    await until(() => received.length === 2)
    expect(received).toEqual(['one "ü€𝄞"', 'two'])
    expect(await here.ping()).toBeGreaterThanOrEqual(0)
  })

  test('behavior: each listener gets every message until it stops', async () => {
    const [here, there] = await buses()
    const first: string[] = []
    const second: string[] = []
    const listener = (message: string) => first.push(message)
    const stop = await here.subscribe('shared', listener)
    await here.subscribe('shared', listener)
    await there.subscribe('shared', (message) => second.push(message))
    await here.publish('shared', 'a')
    await until(() => first.length === 2 && second.length === 1)
    await stop()
    await stop()
    await there.publish('shared', 'b')
    await until(() => second.length === 2 && first.length === 3)
    expect(first).toEqual(['a', 'a', 'b'])
  })

  test('behavior: messages of one publisher arrive in order', async () => {
    const [here, there] = await buses()
    const received: string[] = []
    await there.subscribe('order', (message) => received.push(message))
    await Promise.all(Array.from({ length: 200 }, (_, index) => here.publish('order', String(index))))
    await until(() => received.length === 200)
    expect(received).toEqual(Array.from({ length: 200 }, (_, index) => String(index)))
  })

  test('error: a closed bus rejects calls', async () => {
    const [here] = await buses()
    await here.close()
    await here.close()
    await expect(here.publish('news', 'late')).rejects.toThrow()
    await expect(here.ping()).rejects.toThrow()
  })
})

describe.skipIf(redis.skip !== undefined)('bus on redis, without redis', () => {
  test('error: rejects at once if Redis is down at the start', async () => {
    await expect(createRedisBus({ url: 'redis://127.0.0.1:9' })).rejects.toThrow(
      'Redis cannot be reached at 127.0.0.1:9: connect ECONNREFUSED',
    )
    await expect(createRedisBus({ url: 'redis://localhost:9' })).rejects.toThrow(/localhost:9: .*ECONNREFUSED/)
  })

  test('behavior: subscriptions resume when Redis returns, and the gap is reported', async () => {
    const server = await startRedis({ own: true })
    if (server.skip !== undefined) throw new Error(server.skip)
    const errors: Error[] = []
    const bus = await createRedisBus({ url: server.url, onError: (error) => errors.push(error) })
    const received: string[] = []
    let gaps = 0
    const onGap = () => {
      gaps += 1
    }
    await bus.subscribe('news', (message) => received.push(message), onGap)
    const stop = await bus.subscribe('news', () => {}, onGap)
    await stop()
    expect(gaps).toBe(0)
    await server.stop?.()
    await until(() => errors.length > 0)
    await expect(bus.ping()).rejects.toThrow()
    const again = await startRedis({ own: true, port: Number(new URL(server.url).port) })
    await until(async () => {
      await bus.publish('news', 'back').catch(() => {})
      return received.length > 0
    })
    expect(gaps).toBe(1)
    await until(() =>
      bus.ping().then(
        () => true,
        () => false,
      ),
    )
    await bus.close()
    await again.stop?.()
  })
})
