import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import type { MailboxLimits, RelayStore, StoredMessage } from '../RelayStore.ts'
import { subscriptionLifetime } from './subscriptionLifetime.ts'
import { createMessages, type TestMessage } from './testing/createMessages.ts'
import { createOwnClock, createStoreAdapters, newTopic, usualLimits } from './testing/storeAdapters.ts'

const adapters = await createStoreAdapters()
afterAll(() => Promise.all(adapters.map(({ stop }) => stop())))

/** Every adapter keeps this contract. */
describe.each(adapters)('relay store on $name', ({ name, skip, open }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }
  const stores: RelayStore[] = []
  afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

  const setUp = async ({ limits = usualLimits }: { limits?: Partial<MailboxLimits> } = {}) => {
    const clock = createOwnClock()
    const start = async () => {
      const store = await open({ clock, limits: { ...usualLimits, ...limits } })
      stores.push(store)
      return store
    }
    return { clock, start, store: await start(), make: createMessages(clock), topic: newTopic() }
  }
  const texts = (messages: readonly StoredMessage[]) => messages.map(({ message }) => message)
  const hear = (store: RelayStore) => {
    const heard: StoredMessage[] = []
    store.listen({ onMessage: (message) => heard.push(message), onGap: () => {} })
    return heard
  }

  test('default', async () => {
    const { store, make, topic } = await setUp()
    const heard = hear(store)
    await store.subscribe({ clientId: 'app', topics: [topic] })
    expect(await store.subscribe({ clientId: 'wallet', topics: [topic] })).toBe(true)
    await store.watch([topic])

    const message = make({ topic, message: 'sealed', attestation: 'of its origin' })
    expect(await store.publish(message)).toBe('stored')
    await until(() => heard.length === 1)
    expect(heard).toEqual([{ ...message, sequence: expect.any(Number) }])
    expect(await store.read({ clientId: 'wallet', topics: [topic] })).toEqual(heard)
    expect(await store.read({ clientId: 'app', topics: [topic] })).toEqual([])

    const { messageId } = message
    await store.acknowledge({ clientId: 'wallet', receipts: [{ topic, messageId }] })
    expect(await store.read({ clientId: 'wallet', topics: [topic] })).toEqual([])
    expect(await store.read({ clientId: 'somebody', topics: [topic] })).toEqual([])
    expect(await store.ping()).toBeGreaterThanOrEqual(0)
  })

  test('behavior: a message without a subscriber waits for the first', async () => {
    const { store, make, topic } = await setUp()
    const message = make({ topic, message: 'scan me' })
    await store.publish(message)
    await store.subscribe({ clientId: 'wallet', topics: [topic] })
    expect(texts(await store.read({ clientId: 'wallet', topics: [topic] }))).toEqual(['scan me'])
    await store.acknowledge({ clientId: 'wallet', receipts: [message] })
    expect(await store.read({ clientId: 'other', topics: [topic] })).toEqual([])
  })

  test('behavior: in order per topic, topics in the requested order, up to the limit', async () => {
    const { store, make, topic } = await setUp()
    const other = newTopic()
    const heard = hear(store)
    await store.watch([topic, other])
    const sent = Array.from({ length: 60 }, (_, index) =>
      make({ topic: index % 2 ? topic : other, message: `${index}` }),
    )
    // All at once: the order of the calls is the order of the messages.
    expect(new Set(await Promise.all(sent.map((message) => store.publish(message))))).toEqual(new Set(['stored']))
    const odd = texts(sent.filter((message) => message.topic === topic) as StoredMessage[])
    const even = texts(sent.filter((message) => message.topic === other) as StoredMessage[])
    await until(() => heard.length === 60)
    expect(texts(heard.filter((message) => message.topic === topic))).toEqual(odd)
    expect(texts(heard.filter((message) => message.topic === other))).toEqual(even)
    const all = await store.read({ clientId: 'wallet', topics: [topic, newTopic(), other] })
    expect(texts(all)).toEqual([...odd, ...even])
    const sequences = all.filter((message) => message.topic === topic).map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    expect(texts(await store.read({ clientId: 'wallet', topics: [other, topic], limit: 32 }))).toEqual([
      ...even,
      ...odd.slice(0, 2),
    ])
  })

  test('behavior: a repeated message is refused until it expires, acknowledged or not', async () => {
    const { store, clock, make, topic } = await setUp()
    const heard = hear(store)
    await store.watch([topic])
    const message = make({ topic, message: 'once', ttl: 10 })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => store.publish(message)))
    expect(outcomes.toSorted()).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'stored'])
    // The same text from another publisher is the same message, but not on another topic.
    expect(await store.publish({ ...message, publisher: 'wallet' })).toBe('duplicate')
    expect(await store.publish({ ...message, topic: newTopic() })).toBe('stored')
    await store.acknowledge({ clientId: 'wallet', receipts: [message] })
    clock.pass(9_999)
    expect(await store.publish({ ...message, expiresAt: clock.now() + 60_000 })).toBe('duplicate')
    expect(await store.read({ clientId: 'wallet', topics: [topic] })).toEqual([])
    clock.pass(1)
    expect(await store.publish({ ...message, expiresAt: clock.now() + 60_000 })).toBe('stored')
    expect(texts(await store.read({ clientId: 'wallet', topics: [topic] }))).toEqual(['once'])
    await until(() => heard.length === 2)
  })

  test('behavior: a message stays until every subscriber except its publisher has it', async () => {
    const { store, make, topic } = await setUp()
    for (const clientId of ['app', 'phone', 'tablet']) await store.subscribe({ clientId, topics: [topic] })
    const message = make({ topic, message: 'for two' })
    await store.publish(message)
    await store.acknowledge({ clientId: 'app', receipts: [message] })
    await store.acknowledge({ clientId: 'phone', receipts: [message, message, { topic, messageId: 'f'.repeat(64) }] })
    const waits = async (clientId: string) => (await store.read({ clientId, topics: [topic] })).length === 1
    expect([await waits('app'), await waits('phone'), await waits('tablet')]).toEqual([false, false, true])
    // A new subscriber gets the waiting message as well.
    await store.subscribe({ clientId: 'watch', topics: [topic] })
    await store.acknowledge({ clientId: 'tablet', receipts: [message] })
    expect([await waits('phone'), await waits('tablet'), await waits('watch')]).toEqual([false, false, true])
    await store.acknowledge({ clientId: 'watch', receipts: [message] })
    expect(await waits('somebody')).toBe(false)
  })

  test('behavior: an ended subscription no longer keeps messages that the others have', async () => {
    const { store, clock, make, topic } = await setUp()
    await store.subscribe({ clientId: 'phone', topics: [topic] })
    await store.subscribe({ clientId: 'tablet', topics: [topic] })
    const had = make({ topic, message: 'the phone has it' })
    const fresh = make({ topic, message: 'nobody has it' })
    await store.publish(had)
    await store.publish(fresh)
    await store.acknowledge({ clientId: 'phone', receipts: [had] })
    expect(texts(await store.read({ clientId: 'somebody', topics: [topic] }))).toEqual([had.message, fresh.message])
    await store.unsubscribe({ clientId: 'tablet', topics: [topic, newTopic()] })
    expect(texts(await store.read({ clientId: 'somebody', topics: [topic] }))).toEqual([fresh.message])

    // An unrenewed subscription ends as well, and a renewed one does not.
    await store.subscribe({ clientId: 'tablet', topics: [topic] })
    clock.pass(subscriptionLifetime / 2)
    await store.subscribe({ clientId: 'phone', topics: [topic] })
    clock.pass(subscriptionLifetime / 2)
    const late = make({ topic, message: 'late' })
    await store.publish(late)
    await store.subscribe({ clientId: 'watch', topics: [topic] })
    await store.acknowledge({ clientId: 'watch', receipts: [late] })
    expect(texts(await store.read({ clientId: 'somebody', topics: [topic] }))).toEqual(['late'])
    await store.acknowledge({ clientId: 'phone', receipts: [late] })
    expect(await store.read({ clientId: 'somebody', topics: [topic] })).toEqual([])
  })

  test('behavior: threat 76: the attestation of a message counts towards the mailbox', async () => {
    const { store, make, topic } = await setUp({ limits: { bytesPerTopic: 20 } })
    expect(await store.publish(make({ topic, message: 'one', attestation: 'x'.repeat(18) }))).toBe('full')
    expect(await store.publish(make({ topic, message: 'two', attestation: 'x'.repeat(12) }))).toBe('stored')
    expect(await store.publish(make({ topic, message: 'three', attestation: 'x' }))).toBe('full')
    expect(await store.publish(make({ topic, message: 'four!' }))).toBe('stored')
  })

  test('behavior: a full mailbox refuses, unless an acknowledged message can be removed', async () => {
    const { store, clock, make, topic } = await setUp({ limits: { messagesPerTopic: 3, bytesPerTopic: 20 } })
    for (const clientId of ['phone', 'tablet']) await store.subscribe({ clientId, topics: [topic] })
    const [first, second, third] = ['one', 'two', 'three'].map((message) => make({ topic, message })) as [
      TestMessage,
      TestMessage,
      TestMessage,
    ]
    for (const message of [first, second, third]) expect(await store.publish(message)).toBe('stored')
    const fourth = make({ topic, message: 'four', ttl: 5 })
    expect(await store.publish(fourth)).toBe('full')
    // A refused message is not remembered.
    await store.acknowledge({ clientId: 'phone', receipts: [second] })
    expect(await store.publish(fourth)).toBe('stored')
    const left = async () => texts(await store.read({ clientId: 'tablet', topics: [topic] }))
    expect(await left()).toEqual(['one', 'three', 'four'])
    expect(await store.publish(second)).toBe('duplicate')
    // Expiry makes room, and bytes count as bytes: six of them are four letters here.
    clock.pass(5_000)
    expect(await store.publish(make({ topic, message: 'x'.repeat(13) }))).toBe('full')
    expect(await store.publish(make({ topic, message: '€€€€' }))).toBe('stored')
    expect(await left()).toEqual(['one', 'three', '€€€€'])
    await store.acknowledge({ clientId: 'tablet', receipts: [first] })
    // Even an empty mailbox would be too small, so nothing is removed.
    expect(await store.publish(make({ topic, message: 'x'.repeat(17) }))).toBe('full')
    expect(texts(await store.read({ clientId: 'phone', topics: [topic] }))).toContain('one')
  })

  test('behavior: the topics of a client are limited', async () => {
    const { store, clock } = await setUp({ limits: { topicsPerClient: 3 } })
    const [a, b, c, d] = [newTopic(), newTopic(), newTopic(), newTopic()]
    const clientId = `client-${a}`
    expect(await store.subscribe({ clientId, topics: [a, b, b] })).toBe(true)
    expect(await store.subscribe({ clientId, topics: [c, d] })).toBe(false)
    expect(await store.subscribe({ clientId, topics: [c, a] })).toBe(true)
    expect(await store.subscribe({ clientId, topics: [a, b, c] })).toBe(true)
    expect(await store.subscribe({ clientId, topics: [d] })).toBe(false)
    await store.unsubscribe({ clientId, topics: [a] })
    expect(await store.subscribe({ clientId, topics: [d] })).toBe(true)
    expect(await store.subscribe({ clientId: `other-${a}`, topics: [a] })).toBe(true)
    clock.pass(subscriptionLifetime)
    expect(await store.subscribe({ clientId, topics: [a, b, c] })).toBe(true)
  })

  test('behavior: nothing is delivered after its expiry', async () => {
    const { store, clock, make, topic } = await setUp()
    const heard = hear(store)
    await store.watch([topic])
    await store.publish(make({ topic, message: 'short', ttl: 1 }))
    await store.publish(make({ topic, message: 'long', ttl: 60 }))
    clock.pass(999)
    expect(texts(await store.read({ clientId: 'wallet', topics: [topic] }))).toEqual(['short', 'long'])
    clock.pass(1)
    expect(texts(await store.read({ clientId: 'wallet', topics: [topic] }))).toEqual(['long'])
    expect(await store.publish(make({ topic, message: 'over', ttl: 0 }))).toBe('stored')
    await store.publish(make({ topic, message: 'last' }))
    await until(() => heard.length === 3)
    expect(texts(heard)).toEqual(['short', 'long', 'last'])
  })

  test('behavior: any text passes unchanged', async () => {
    const { store, start, make, topic } = await setUp({ limits: { bytesPerTopic: 4_000_000 } })
    const sent = [
      'ü€𝄞 "quoted" \\ back\nline\r\u2028\ttab',
      'nul \u0000 and half a character \ud800 end',
      '',
      '€'.repeat(349_525),
      'a'.repeat(1_048_576),
    ].map((message, index) =>
      make({ topic, message, messageId: `${index}`.padStart(64, '0'), attestation: message.slice(0, 60) }),
    )
    const heard = hear(store)
    await store.watch([topic])
    for (const message of sent) expect(await store.publish(message)).toBe('stored')
    await until(() => heard.length === sent.length)
    expect(texts(heard)).toEqual(sent.map(({ message }) => message))
    const again = name === 'memory' ? store : await start()
    expect(await again.read({ clientId: 'wallet', topics: [topic] })).toEqual(heard)
  })

  test('behavior: only watched topics are delivered, and once', async () => {
    const { store, make, topic } = await setUp()
    const other = newTopic()
    const heard = hear(store)
    await store.watch([topic])
    await Promise.all([store.watch([topic, other]), store.watch([topic])])
    await store.publish(make({ topic, message: 'heard' }))
    await until(() => heard.length === 1)
    store.unwatch([topic, other, newTopic()])
    // Unwatched and watched again in the same turn.
    await store.watch([topic])
    store.unwatch([topic])
    await store.watch([topic])
    await store.publish(make({ topic: other, message: 'not watched' }))
    await store.publish(make({ topic, message: 'heard again' }))
    await until(() => heard.length > 1)
    expect(texts(heard)).toEqual(['heard', 'heard again'])
  })

  test.skipIf(name === 'memory')('behavior: a new process finds everything that was answered', async () => {
    const { store, start, clock, make, topic } = await setUp({ limits: { topicsPerClient: 2 } })
    const [phone, tablet] = [`phone-${topic}`, `tablet-${topic}`]
    await store.subscribe({ clientId: phone, topics: [topic] })
    await store.subscribe({ clientId: tablet, topics: [topic] })
    await store.subscribe({ clientId: 'gone', topics: [topic] })
    const [done, half, whole, short] = ['done', 'half', 'whole', 'short'].map((message) =>
      make({ topic, message, ttl: message === 'short' ? 1 : 300 }),
    ) as [TestMessage, TestMessage, TestMessage, TestMessage]
    await Promise.all([done, half, whole, short].map((message) => store.publish(message)))
    await store.unsubscribe({ clientId: 'gone', topics: [topic] })
    await store.acknowledge({ clientId: phone, receipts: [done, half] })
    await store.acknowledge({ clientId: tablet, receipts: [done] })
    const before = await store.read({ clientId: tablet, topics: [topic] })

    // As after SIGKILL: the old store is not closed.
    clock.pass(1_000)
    const again = await start()
    expect(await again.read({ clientId: tablet, topics: [topic] })).toEqual(before.slice(0, 2))
    expect(texts(await again.read({ clientId: phone, topics: [topic] }))).toEqual(['whole'])
    expect(await again.publish(done)).toBe('duplicate')
    expect(await again.publish(half)).toBe('duplicate')
    await again.acknowledge({ clientId: tablet, receipts: [half] })
    expect(texts(await again.read({ clientId: 'somebody', topics: [topic] }))).toEqual(['whole'])
    await again.publish(make({ topic, message: 'next' }))
    const after = await again.read({ clientId: phone, topics: [topic] })
    expect(texts(after)).toEqual(['whole', 'next'])
    expect(after[1]?.sequence).toBeGreaterThan(before.at(-1)?.sequence ?? 0)
    expect(await again.subscribe({ clientId: phone, topics: [newTopic(), newTopic()] })).toBe(false)
  })

  test('error: a closed store refuses', async () => {
    const { store, make, topic } = await setUp()
    await store.close()
    await store.close()
    const refused = { code: 'not_ready', retryable: true }
    await expect(store.publish(make({ topic, message: 'late' }))).rejects.toMatchObject(refused)
    await expect(store.read({ clientId: 'wallet', topics: [topic] })).rejects.toMatchObject(refused)
    await expect(store.subscribe({ clientId: 'wallet', topics: [topic] })).rejects.toMatchObject(refused)
    await expect(store.unsubscribe({ clientId: 'wallet', topics: [topic] })).rejects.toMatchObject(refused)
    await expect(
      store.acknowledge({ clientId: 'wallet', receipts: [make({ topic, message: 'x' })] }),
    ).rejects.toMatchObject(refused)
    await expect(store.watch([topic])).rejects.toMatchObject(refused)
    await expect(store.ping()).rejects.toMatchObject(refused)
    store.unwatch([topic])
  })
})
