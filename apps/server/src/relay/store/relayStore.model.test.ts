import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../../../../scripts/lib/fuzz.mjs'
import { until } from '../../testing/until.ts'
import type { RelayStore, StoredMessage } from '../RelayStore.ts'
import { createModelStore } from './testing/createModelStore.ts'
import { createOwnClock, createStoreAdapters, newTopic } from './testing/storeAdapters.ts'

const adapters = await createStoreAdapters()
afterAll(() => Promise.all(adapters.map(({ stop }) => stop())))

const limits = { messagesPerTopic: 3, bytesPerTopic: 12, topicsPerClient: 2 }
const texts = ['a', 'b', 'cc', 'ddd', '€€', 'ffffffff']

const topic = fc.nat({ max: 2 })
const topics = fc.array(topic, { maxLength: 3 })
const client = fc.constantFrom('ann', 'bob', 'cem')
const text = fc.constantFrom(...texts)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      topic,
      text,
      client,
      ttl: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('subscribe' as const), client, topics }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsubscribe' as const), client, topics }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('acknowledge' as const),
      client,
      receipts: fc.array(fc.record({ topic, text }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('read' as const), client, topics, limit: fc.integer({ min: 1, max: 9 }) }),
  },
  // The last is longer than the lifetime of a subscription.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), time: fc.constantFrom(400, 1_000, 7_000, 777_600_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

const numRuns = {
  memory: 200,
  pglite: runs({ fast: 5, full: 20 }),
  postgres: runs({ fast: 5, full: 20 }),
  redis: runs({ fast: 15, full: 60 }),
} as const

describe.each(adapters)('relay store on $name', ({ name, skip, open }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }

  test('behavior: every sequence of calls has the results of the model', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const clock = createOwnClock()
      const names = [newTopic(), newTopic(), newTopic()]
      const toTopics = (numbers: readonly number[]) => numbers.map((number) => names[number] ?? '')
      const toId = (value: string) => createHash('sha256').update(value).digest('hex')
      // The store counts a client's topics over all runs, so each run uses separate clients.
      const toClient = (value: string) => `${value}-${names[0]}`
      const model = createModelStore({ limits, clock })
      const stored: string[] = []
      const heard: string[] = []
      const opened: RelayStore[] = []
      const start = async () => {
        const store = await open({ clock, limits })
        opened.push(store)
        store.listen({ onMessage: ({ topic, message }) => heard.push(topic + message), onGap: () => {} })
        await store.watch(names)
        return store
      }
      let store = await start()
      const ofTopic = (list: readonly string[], number: number) =>
        list.filter((entry) => entry.startsWith(names[number] ?? ''))
      const plain = (messages: readonly Omit<StoredMessage, 'sequence'>[]) =>
        messages.map(({ topic, message, publisher, expiresAt }) => ({ topic, message, publisher, expiresAt }))

      for (const one of steps) {
        if (one.do === 'publish') {
          const message = {
            topic: names[one.topic] ?? '',
            messageId: toId(one.text),
            message: one.text,
            tag: 0,
            publishedAt: clock.now(),
            expiresAt: clock.now() + one.ttl * 1000,
            publisher: toClient(one.client),
          }
          const outcome = await store.publish(message)
          expect(outcome).toBe(model.publish(message))
          if (outcome === 'stored') stored.push(message.topic + message.message)
        } else if (one.do === 'subscribe') {
          const options = { clientId: toClient(one.client), topics: toTopics(one.topics) }
          expect(await store.subscribe(options)).toBe(model.subscribe(options))
        } else if (one.do === 'unsubscribe') {
          const options = { clientId: toClient(one.client), topics: toTopics(one.topics) }
          await store.unsubscribe(options)
          model.unsubscribe(options)
        } else if (one.do === 'acknowledge') {
          const receipts = one.receipts.map((receipt) => ({
            topic: names[receipt.topic] ?? '',
            messageId: toId(receipt.text),
          }))
          await store.acknowledge({ clientId: toClient(one.client), receipts })
          model.acknowledge({ clientId: toClient(one.client), receipts })
        } else if (one.do === 'read') {
          const options = { clientId: toClient(one.client), topics: toTopics(one.topics), limit: one.limit }
          expect(plain(await store.read(options))).toEqual(plain(model.read(options)))
        } else if (one.do === 'pass') clock.pass(one.time)
        else if (name !== 'memory') {
          await until(() => heard.length === stored.length)
          await Promise.all(opened.splice(0).map((old) => old.close()))
          store = await start()
        }
      }
      for (const clientId of ['ann', 'bob', 'cem', 'somebody'].map(toClient)) {
        const options = { clientId, topics: names }
        expect(plain(await store.read(options))).toEqual(plain(model.read(options)))
      }
      await until(() => heard.length === stored.length)
      for (const number of [0, 1, 2]) expect(ofTopic(heard, number)).toEqual(ofTopic(stored, number))
      await Promise.all(opened.map((old) => old.close()))
    })
    await fc.assert(property, { numRuns: numRuns[name] })
  })
})
