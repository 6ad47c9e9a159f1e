import { afterAll, expect, test } from 'vitest'
import { createTestContext } from '../../testing/createTestContext.ts'
import { startRedis } from '../../testing/startRedis.ts'
import { createRelayStore } from './createRelayStore.ts'
import { relayMessages } from './schema.ts'
import { createMessages } from './testing/createMessages.ts'
import { newTopic } from './testing/storeAdapters.ts'

const context = await createTestContext()
const redis = await startRedis()
afterAll(async () => {
  await context.stop()
  await redis.stop?.()
})
const { database, clock } = context
const config = { ...context.config, relay: { ...context.config.relay, store: undefined } }

test('default: the database, without Redis', async () => {
  const store = await createRelayStore({ config, database, clock })
  expect(await store.publish(createMessages(clock)({ topic: newTopic(), message: 'kept' }))).toBe('stored')
  expect(await database.$count(relayMessages)).toBe(1)
  await store.close()
})

test('behavior: in memory if configured', async () => {
  const before = await database.$count(relayMessages)
  const store = await createRelayStore({
    config: { ...config, relay: { ...config.relay, store: 'memory' } },
    database,
    clock,
  })
  await store.publish(createMessages(clock)({ topic: newTopic(), message: 'not kept' }))
  expect(await store.size()).toBe(1)
  expect(await database.$count(relayMessages)).toBe(before)
  await store.close()
})

test.skipIf(redis.skip !== undefined)('behavior: Redis, if it is configured', async () => {
  const url = redis.skip === undefined ? redis.url : ''
  const before = await database.$count(relayMessages)
  const store = await createRelayStore({ config: { ...config, redis: { url } }, database, clock })
  const topic = newTopic()
  await store.publish(createMessages(clock)({ topic, message: 'kept' }))
  expect(await database.$count(relayMessages)).toBe(before)
  await store.close()
  const again = await createRelayStore({ config: { ...config, redis: { url } }, database, clock })
  expect(await again.read({ clientId: 'wallet', topics: [topic] })).toHaveLength(1)
  await again.close()
})

test('error: Redis without its URL', async () => {
  const relay = { ...config.relay, store: 'redis' as const }
  await expect(createRelayStore({ config: { ...config, relay }, database, clock })).rejects.toThrow(
    'redis.url is not set',
  )
})
