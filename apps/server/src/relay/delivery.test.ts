import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { RelayStore } from './RelayStore.ts'
import { createMemoryRelayStore } from './store/createMemoryRelayStore.ts'
import { connectTestClient, createTestTopic, type TestClient } from './testing/connectTestClient.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

/** A memory store that can be unavailable, with an adjustable clock. */
function createShakyStore() {
  let now = Date.now()
  const clock = { now: () => now }
  const limits = { messagesPerTopic: 2_000, bytesPerTopic: 2 ** 26, topicsPerClient: 1_000 }
  const memory = createMemoryRelayStore({ limits, clock })
  let isAway = false
  let listeners: Parameters<RelayStore['listen']>[0] | undefined
  const guard = <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) => {
    return async (...given: Arguments) => {
      if (isAway) throw new ServiceError('not_ready')
      return call(...given)
    }
  }
  const store: RelayStore = {
    ...memory,
    publish: guard(memory.publish),
    subscribe: guard(memory.subscribe),
    unsubscribe: guard(memory.unsubscribe),
    read: guard(memory.read),
    acknowledge: guard(memory.acknowledge),
    watch: guard(memory.watch),
    ping: guard(memory.ping),
    listen: (given) => {
      listeners = given
      // While unavailable it emits nothing, like a lost connection.
      memory.listen({ ...given, onMessage: (message) => (isAway ? undefined : given.onMessage(message)) })
    },
  }
  return {
    store,
    memory,
    clock,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
    leave: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
      listeners?.onGap()
    },
  }
}

let shaky: ReturnType<typeof createShakyStore>
let relay: TestRelay
let clients: TestClient[]
let topic: string
beforeEach(async () => {
  shaky = createShakyStore()
  relay = await startTestRelay({
    store: shaky.store,
    clock: shaky.clock,
    limits: { messagesPerSecond: 1e6, burst: 1e6 },
  })
  clients = []
  topic = createTestTopic()
})
afterEach(async () => {
  await Promise.all(clients.map(({ close }) => close()))
  await relay.stop()
})

const connect = async (options: Omit<Parameters<typeof connectTestClient>[0], 'relay'> = {}) => {
  const client = await connectTestClient({ relay, ...options })
  clients.push(client)
  return client
}
const publish = (client: TestClient, message: string, more = {}) =>
  client.call('irn_publish', { topic, message, ttl: 300, tag: 1108, ...more })
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index))

test('default', async () => {
  const [app, wallet] = [await connect(), await connect()]
  await wallet.call('irn_subscribe', { topic })
  for (const text of numbers(20)) await publish(app, text)
  await wallet.received(20)
  expect(wallet.messages()).toEqual(numbers(20))
  expect(new Set(wallet.deliveries.map(({ id }) => id)).size).toBe(20)
})

test('behavior: a sender gets none of its messages back, on any of its sockets', async () => {
  const app = await connect()
  const tab = await connect({ identity: app.identity })
  for (const client of [app, tab]) await client.call('irn_subscribe', { topic })
  await publish(app, 'own')
  await app.settled()
  await tab.settled()
  expect([...app.deliveries, ...tab.deliveries]).toEqual([])
})

test('behavior: the reply to a subscription comes before the waiting messages', async () => {
  const [app, wallet] = [await connect(), await connect()]
  await publish(app, 'waits')
  await wallet.call('irn_subscribe', { topic })
  await wallet.received(1)
  expect(wallet.texts[0]).toContain('"result"')
  expect(wallet.texts[1]).toContain('irn_subscription')
})

test('behavior: a repeated message and a repeated call are delivered once', async () => {
  const [app, wallet] = [await connect(), await connect()]
  await wallet.call('irn_subscribe', { topic })
  expect(await publish(app, 'once')).toMatchObject({ result: true })
  expect(await publish(app, 'once')).toMatchObject({ result: true })
  await wallet.received(1)
  await wallet.settled()
  expect(await publish(app, 'once')).toMatchObject({ result: true })
  // The message has expired when the sender, which received no reply, repeats the call.
  const short = { topic, message: 'short', ttl: 1, tag: 0 }
  const id = '1712345678901234567'
  await app.call('irn_publish', short, id)
  await wallet.received(2)
  shaky.advance(20_000)
  expect(await app.call('irn_publish', short, id)).toMatchObject({ result: true })
  await wallet.settled()
  expect(wallet.messages()).toEqual(['once', 'short'])
  // By then, another call with the same text is a new message.
  await app.call('irn_publish', short)
  await wallet.received(3)
})

describe('behavior: a message is repeated until it is acknowledged', () => {
  test('with the next subscription of another socket', async () => {
    const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    for (const text of numbers(3)) await publish(app, text)
    await wallet.received(3)
    wallet.acknowledge(wallet.deliveries[1] ?? { id: 0 })
    await wallet.settled()
    wallet.socket.terminate()
    await wallet.closed
    const again = await connect({ identity: wallet.identity })
    await again.call('irn_batchSubscribe', { topics: [topic] })
    await again.received(2)
    await again.settled()
    expect(again.messages()).toEqual(['0', '2'])
    again.socket.terminate()
    await again.closed
    const last = await connect({ identity: wallet.identity })
    await last.call('irn_batchSubscribe', { topics: [topic] })
    await last.settled()
    expect(last.deliveries).toEqual([])
  })

  test('with the next subscription of the same socket, after it had time to answer', async () => {
    const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    await publish(app, 'lost')
    await wallet.received(1)
    await wallet.call('irn_subscribe', { topic })
    await wallet.settled()
    expect(wallet.messages()).toEqual(['lost'])
    shaky.advance(6_000)
    await wallet.call('irn_subscribe', { topic })
    await wallet.received(2)
    expect(wallet.messages()).toEqual(['lost', 'lost'])
  })

  test('a negative answer does not settle it', async () => {
    const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    await publish(app, 'refused')
    await wallet.received(1)
    const id = wallet.deliveries[0]?.id
    wallet.socket.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: 1, message: 'no' } }))
    await wallet.settled()
    await wallet.call('irn_subscribe', { topic })
    await wallet.received(2)
    expect(wallet.messages()).toEqual(['refused', 'refused'])
  })
})

describe('behavior: several sockets of one client', () => {
  test('all of them receive it, and the first acknowledgment settles it', async () => {
    const app = await connect()
    const tab = await connect()
    const quiet = await connect({ identity: tab.identity, acknowledges: false })
    for (const client of [tab, quiet]) await client.call('irn_subscribe', { topic })
    await publish(app, 'both')
    await Promise.all([tab.received(1), quiet.received(1)])
    await tab.settled()
    quiet.socket.terminate()
    await quiet.closed
    const again = await connect({ identity: tab.identity })
    await again.call('irn_subscribe', { topic })
    await again.settled()
    expect(again.deliveries).toEqual([])
    // Late, and about a settled message.
    expect(await relay.metrics().metrics()).toContain('latchkey_relay_acknowledged_total 1')
  })

  test('a message that several acknowledge is settled once', async () => {
    const app = await connect()
    const tab = await connect()
    const other = await connect({ identity: tab.identity })
    for (const client of [tab, other]) await client.call('irn_subscribe', { topic })
    await publish(app, 'both')
    await Promise.all([tab.received(1), other.received(1)])
    await Promise.all([tab.settled(), other.settled()])
    expect(await relay.metrics().metrics()).toMatch(/^latchkey_relay_acknowledged_total 1$/m)
  })

  test('a subscription belongs to the client: its other sockets receive the topic, in order, until it ends', async () => {
    const app = await connect()
    const tab = await connect({ acknowledges: false })
    await tab.call('irn_subscribe', { topic })
    await publish(app, 'before')
    const other = await connect({ identity: tab.identity, acknowledges: false })
    await publish(app, 'live')
    await Promise.all([tab.received(2), other.received(2)])
    expect(other.messages()).toEqual(['before', 'live'])
    await other.call('irn_unsubscribe', { topic, id: 'x' })
    await publish(app, 'after')
    await Promise.all([tab.settled(), other.settled()])
    expect([...tab.messages(), ...other.messages()]).not.toContain('after')
  })
})

test('behavior: nothing is delivered after its expiry', async () => {
  const [app, wallet] = [await connect(), await connect()]
  await publish(app, 'short', { ttl: 10 })
  await publish(app, 'long', { ttl: 100 })
  shaky.advance(10_000)
  await wallet.call('irn_subscribe', { topic })
  await wallet.received(1)
  await wallet.settled()
  expect(wallet.messages()).toEqual(['long'])
})

describe('behavior: a socket that does not keep up', () => {
  test('without acknowledgments: the rest waits in the mailbox and arrives as it answers', async () => {
    const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    const messages = numbers(700).map((text) => ({ topic, message: text, ttl: 300, tag: 0 }))
    await app.call('irn_batchPublish', { messages: messages.slice(0, 500) })
    await app.call('irn_batchPublish', { messages: messages.slice(500) })
    await wallet.received(512)
    await wallet.settled()
    expect(wallet.deliveries.length).toBe(512)
    wallet.acknowledge(wallet.deliveries[0] ?? { id: 0 })
    await wallet.received(513)
    for (let index = 1; index < 700; index += 1) {
      await wallet.received(index + 1)
      wallet.acknowledge(wallet.deliveries[index] ?? { id: 0 })
    }
    await wallet.settled()
    expect(wallet.messages()).toEqual(numbers(700))
  })

  test('without reading: the pushed bytes are bounded, and everything arrives when it reads again', async () => {
    const [app, wallet] = [await connect(), await connect()]
    await wallet.call('irn_subscribe', { topic })
    wallet.socket.pause()
    const text = (index: number) => `${index} ${'x'.repeat(200_000)}`
    for (let index = 0; index < 60; index += 1) await publish(app, text(index))
    const delivered = async () =>
      Number(/delivered_total (\d+)/.exec(await relay.metrics().metrics())?.[1] ?? Number.NaN)
    // The buffers of the system take some megabytes. Beyond them, a megabyte is pushed.
    expect(await delivered()).toBeLessThan(60)
    wallet.socket.resume()
    await wallet.received(60)
    expect(wallet.messages().map((message) => Number(message.split(' ')[0]))).toEqual(numbers(60).map(Number))
  })
})

describe('behavior: an unavailable store', () => {
  test('calls are refused, the socket stays, and everything arrives when the store is back', async () => {
    const [app, wallet] = [await connect(), await connect()]
    await wallet.call('irn_subscribe', { topic })
    await publish(app, 'before')
    await wallet.received(1)
    await wallet.settled()
    shaky.leave()
    for (const [method, params] of [
      ['irn_publish', { topic, message: 'during', ttl: 300, tag: 0 }],
      ['irn_subscribe', { topic: createTestTopic() }],
      ['irn_batchSubscribe', { topics: [topic] }],
      ['irn_fetchMessages', { topic }],
      ['irn_unsubscribe', { topic: createTestTopic(), id: 'x' }],
      ['irn_batchReceive', { receipts: [{ topic, messageId: topic }] }],
    ] as const) {
      expect(await app.call(method, params)).toMatchObject({ error: { code: -32603, data: 'Internal' } })
    }
    // Another process accepted it, and this one was not notified.
    await shaky.memory.publish({
      topic,
      messageId: createTestTopic(),
      message: 'from elsewhere',
      tag: 0,
      publishedAt: shaky.clock.now(),
      expiresAt: shaky.clock.now() + 60_000,
      publisher: 'did:key:elsewhere',
    })
    shaky.comeBack()
    await wallet.received(2)
    expect(await publish(app, 'after')).toMatchObject({ result: true })
    await wallet.received(3)
    await wallet.settled()
    expect(wallet.messages()).toEqual(['before', 'from elsewhere', 'after'])
  })

  test('an acknowledgment that the store rejected is repeated later', async () => {
    const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
    await wallet.call('irn_subscribe', { topic })
    await publish(app, 'kept')
    await wallet.received(1)
    shaky.leave()
    wallet.acknowledge(wallet.deliveries[0] ?? { id: 0 })
    // Its reply comes after the acknowledgment was processed.
    expect(await wallet.call('irn_subscribe', { topic })).toMatchObject({ error: { data: 'Internal' } })
    shaky.comeBack()
    await until(async () => (await shaky.memory.size()) === 0)
    await wallet.call('irn_subscribe', { topic })
    await wallet.settled()
    expect(wallet.messages()).toEqual(['kept'])
  })

  test('a mailbox that could not be read is read when the store is back, even without a gap', async () => {
    const [app, wallet] = [await connect(), await connect()]
    await publish(app, 'waits')
    const read = shaky.store.read
    let fails = true
    shaky.store.read = async (options) => {
      if (!fails) return read(options)
      throw new ServiceError('not_ready')
    }
    await wallet.call('irn_subscribe', { topic })
    await wallet.settled()
    expect(wallet.deliveries).toEqual([])
    fails = false
    await wallet.received(1)
    expect(wallet.messages()).toEqual(['waits'])
  })
})

test('behavior: subscriptions of open sockets are renewed after a gap, and once a day', async () => {
  const wallet = await connect()
  await wallet.call('irn_subscribe', { topic })
  const { subscribe } = shaky.store
  let renewed = 0
  shaky.store.subscribe = async (options) => {
    if (options.topics.includes(topic)) renewed += 1
    return subscribe(options)
  }
  shaky.comeBack()
  await until(() => renewed === 1)
  shaky.advance(86_400_000)
  await until(() => renewed === 2)
})

test('behavior: messages that arrive during a read of the mailbox are sent after it', async () => {
  const [app, wallet] = [await connect(), await connect()]
  for (const text of numbers(3)) await publish(app, text)
  const read = shaky.store.read
  let reads = 0
  shaky.store.read = async (options) => {
    reads += 1
    const messages = await read(options)
    // The read has a result, but it has not arrived.
    if (reads === 1) for (const text of numbers(40, 3)) await publish(app, text)
    return messages
  }
  await wallet.call('irn_subscribe', { topic })
  await wallet.received(43)
  await wallet.settled()
  expect(wallet.messages()).toEqual(numbers(43))
})

test("behavior: a message acknowledged on one socket during another socket's read does not come again", async () => {
  const [app, wallet] = [await connect(), await connect({ acknowledges: false })]
  await wallet.call('irn_subscribe', { topic })
  await publish(app, 'once')
  await wallet.received(1)
  const other = await connect({ identity: wallet.identity })
  const read = shaky.store.read
  shaky.store.read = async (options) => {
    shaky.store.read = read
    const messages = await read(options)
    // Read already, and settled before the result arrives.
    for (const delivery of wallet.deliveries) wallet.acknowledge(delivery)
    await until(async () => (await relay.metrics().metrics()).includes('latchkey_relay_acknowledged_total 1'))
    return messages
  }
  await other.call('irn_subscribe', { topic })
  await publish(app, 'after')
  await other.received(1)
  expect(other.messages()).toEqual(['after'])
})

test('behavior: a topic without followers is not watched, and comes back complete', async () => {
  const [app, wallet] = [await connect(), await connect()]
  const unwatched: string[] = []
  const unwatch = shaky.store.unwatch
  shaky.store.unwatch = (topics) => {
    unwatched.push(...topics)
    unwatch(topics)
  }
  await wallet.call('irn_subscribe', { topic })
  await wallet.close()
  await until(() => unwatched.includes(topic))
  await publish(app, 'meanwhile')
  const again = await connect({ identity: wallet.identity })
  await again.call('irn_subscribe', { topic })
  await publish(app, 'live')
  await again.received(2)
  expect(again.messages()).toEqual(['meanwhile', 'live'])
})
