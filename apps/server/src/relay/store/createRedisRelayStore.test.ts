import { createClient } from 'redis'
import { afterAll, describe, expect, test } from 'vitest'
import { startRedis } from '../../testing/startRedis.ts'
import { until } from '../../testing/until.ts'
import type { RelayStore } from '../RelayStore.ts'
import { createRedisRelayStore } from './createRedisRelayStore.ts'
import { createMessages } from './testing/createMessages.ts'
import { createOwnClock, newTopic, usualLimits } from './testing/storeAdapters.ts'

// A separate server, because the tests clear and stop it.
const redis = await startRedis({ own: true })
const clock = createOwnClock()
const make = createMessages(clock)
const opened: RelayStore[] = []
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()))
  await redis.stop?.()
})

const open = async (url = redis.skip === undefined ? redis.url : '', onError: (error: Error) => void = () => {}) => {
  const store = await createRedisRelayStore({ url, limits: usualLimits, clock, onError })
  opened.push(store)
  const heard: string[] = []
  let gaps = 0
  store.listen({
    onMessage: ({ message }) => heard.push(message),
    onGap: () => {
      gaps += 1
    },
  })
  return { store, heard, gaps: () => gaps }
}

describe.skipIf(redis.skip !== undefined)('relay store on redis', () => {
  test("behavior: two processes share the mailboxes and receive each other's messages", async () => {
    const [here, there] = [await open(), await open()]
    const topic = newTopic()
    await here.store.subscribe({ clientId: 'app', topics: [topic] })
    await there.store.subscribe({ clientId: 'wallet', topics: [topic] })
    await here.store.watch([topic])
    await there.store.watch([topic])
    const sent = Array.from({ length: 100 }, (_, index) => make({ topic, message: `${index}` }))
    const outcomes = await Promise.all(
      sent.flatMap((message) => [
        here.store.publish(message),
        there.store.publish({ ...message, publisher: 'wallet' }),
      ]),
    )
    // Each once, for either winner. Both processes receive the same order.
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(100)
    await until(() => here.heard.length === 100 && there.heard.length === 100)
    expect(here.heard).toEqual(there.heard)
    expect(new Set(here.heard).size).toBe(100)
    const forWallet = await there.store.read({ clientId: 'wallet', topics: [topic] })
    await here.store.acknowledge({ clientId: 'wallet', receipts: forWallet })
    expect(await there.store.read({ clientId: 'wallet', topics: [topic] })).toEqual([])
    expect(await there.store.read({ clientId: 'app', topics: [topic] })).toHaveLength(100 - forWallet.length)
  })

  test('behavior: every key has a time to live, and is deleted when it is not needed', async () => {
    const admin = createClient({ url: redis.skip === undefined ? redis.url : '' })
    await admin.connect()
    await admin.flushAll()
    const { store } = await open()
    const topic = newTopic()
    const [half, done] = [make({ topic, message: 'half', ttl: 60 }), make({ topic, message: 'done', ttl: 30 })]
    for (const clientId of ['a', 'b']) await store.subscribe({ clientId, topics: [topic] })
    for (const message of [half, done]) await store.publish(message)
    await store.acknowledge({ clientId: 'a', receipts: [half, done] })
    await store.acknowledge({ clientId: 'b', receipts: [done] })
    const keys = await admin.keys('*')
    expect(keys.length).toBeGreaterThanOrEqual(5)
    for (const key of keys)
      expect({ key, ttl: await admin.ttl(key) }).toEqual({ key, ttl: expect.toSatisfy((ttl) => ttl > 0) })
    // A refused message and an unknown topic leave no keys.
    await store.publish(make({ topic: newTopic(), message: 'x'.repeat(1_048_577) }))
    await store.acknowledge({ clientId: 'a', receipts: [make({ topic: newTopic(), message: 'unknown' })] })
    await store.unsubscribe({ clientId: 'a', topics: [newTopic()] })
    await store.read({ clientId: 'a', topics: [newTopic()] })
    expect((await admin.keys('*')).toSorted()).toEqual(keys.toSorted())
    await admin.close()
  })

  test('behavior: scripts that Redis has forgotten are sent again', async () => {
    const { store } = await open()
    const admin = createClient({ url: redis.skip === undefined ? redis.url : '' })
    await admin.connect()
    await admin.scriptFlush()
    const topic = newTopic()
    const sent = Array.from({ length: 10 }, (_, index) => make({ topic, message: `${index}` }))
    await Promise.all(sent.map((message) => store.publish(message)))
    const found = await store.read({ clientId: 'wallet', topics: [topic] })
    expect(found.map(({ message }) => message)).toEqual(sent.map(({ message }) => message))
    await admin.close()
  })

  test('behavior: after a reconnection Redis is used again, and the gap is reported', async () => {
    const server = await startRedis({ own: true })
    if (server.skip !== undefined) throw new Error(server.skip)
    const errors: Error[] = []
    const { store, heard, gaps } = await open(server.url, (error) => errors.push(error))
    const [topic, other] = [newTopic(), newTopic()]
    await store.watch([topic])
    await server.stop?.()
    await until(() => errors.length > 1)
    const refused = { code: 'not_ready' }
    await expect(store.ping()).rejects.toMatchObject(refused)
    await expect(store.publish(make({ topic, message: 'lost' }))).rejects.toMatchObject(refused)
    await expect(store.watch([other])).rejects.toMatchObject(refused)
    store.unwatch([topic])
    await store.watch([topic]).catch(() => {})
    expect(gaps()).toBe(0)

    const again = await startRedis({ own: true, port: Number(new URL(server.url).port) })
    await until(() => gaps() === 1)
    await until(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    )
    await store.watch([topic])
    await store.publish(make({ topic: other, message: 'not watched' }))
    await store.publish(make({ topic, message: 'back' }))
    await until(() => heard.length > 0)
    expect(heard).toEqual(['back'])
    await store.close()
    await again.stop?.()
  })

  test('error: no Redis at the start is reported in a sentence', async () => {
    await expect(open('redis://127.0.0.1:9')).rejects.toThrow('Redis cannot be reached at 127.0.0.1:9')
  })
})
