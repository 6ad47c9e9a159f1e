import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { RelayStore } from './RelayStore.ts'
import { createMemoryRelayStore } from './store/createMemoryRelayStore.ts'
import { connectTestClient, createTestTopic, type TestClient } from './testing/connectTestClient.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

let relay: TestRelay
afterEach(() => relay.stop())

const publication = (message: string, topic = createTestTopic()) => ({ topic, message, ttl: 300, tag: 0 })
const codes = (answers: { error?: { code: number } }[]) => answers.map(({ error }) => error?.code ?? 0)

describe('a flood', () => {
  test('is refused first and ended if it continues; reconnecting gains nothing, and other clients are not affected', async () => {
    let now = Date.now()
    const clock = { now: () => now }
    relay = await startTestRelay({ clock, limits: { messagesPerSecond: 10, burst: 20 } })
    const calm = await connectTestClient({ relay })
    const loud = await connectTestClient({ relay })
    const calls = Array.from({ length: 31 }, (_, index) => loud.call('irn_publish', publication(`${index}`)))
    const answers = await Promise.all(calls.slice(0, 30))
    expect(codes(answers)).toEqual([...Array(20).fill(0), ...Array(10).fill(3001)])
    expect(answers.at(-1)).toMatchObject({ error: { data: 'TooManyRequests' } })
    expect(await loud.closed).toMatchObject({ code: 1013 })

    // It is not read during its pause. A client within the limit is.
    const back = await connectTestClient({ relay, identity: loud.identity })
    const order: string[] = []
    const again = back.call('irn_publish', publication('again')).finally(() => order.push('back'))
    expect(codes([await calm.call('irn_publish', publication('calm'))])).toEqual([0])
    order.push('calm')
    expect(codes([await again])).toEqual([3001])
    expect(order).toEqual(['calm', 'back'])
    expect(await back.closed).toMatchObject({ code: 1013 })
    now += 5_000
    const later = await connectTestClient({ relay, identity: loud.identity })
    expect(codes([await later.call('irn_publish', publication('later'))])).toEqual([0])
    expect(await relay.metrics().metrics()).toContain('latchkey_relay_refused_total{reason="TooManyRequests"}')
    await Promise.all([calm.close(), later.close()])
  })

  test('threat 76: of topics in few calls ends as well', async () => {
    const now = Date.now()
    relay = await startTestRelay({ clock: { now: () => now }, limits: { messagesPerSecond: 10, burst: 20 } })
    const client = await connectTestClient({ relay })
    const topics = Array.from({ length: 500 }, createTestTopic)
    const receipts = topics.map((topic) => ({ topic, messageId: topic }))
    const one = await client.call('irn_batchSubscribe', { topics })
    const calls = ['irn_batchSubscribe', 'irn_batchFetchMessages'].map((method) => client.call(method, { topics }))
    const other = client.call('irn_batchReceive', { receipts })
    expect(codes([one, ...(await Promise.all(calls)), await other])).toEqual([0, 3001, 3001, 3001])
    await client.close()
  })

  test('of broken frames, of pings or of unrelated answers ends as well', async () => {
    relay = await startTestRelay({ limits: { messagesPerSecond: 10, burst: 20 } })
    const flood = async (send: (client: TestClient) => void) => {
      const client = await connectTestClient({ relay })
      for (let index = 0; index < 200; index += 1) send(client)
      return client.closed
    }
    const ends = await Promise.all([
      flood(({ socket }) => socket.send('{')),
      flood(({ socket }) => socket.send(Buffer.from('x'))),
      flood(({ socket }) => socket.ping('x')),
      flood(({ socket }) => socket.pong('x')),
      flood(({ acknowledge }) => acknowledge({ id: 5 })),
    ])
    expect(ends.map(({ code }) => code)).toEqual(Array(5).fill(1013))
  })

  test('messages of a batch count, and long ones count more; answered deliveries do not', async () => {
    let now = Date.now()
    const clock = { now: () => now }
    relay = await startTestRelay({ clock, limits: { messagesPerSecond: 10, burst: 40 } })
    const app = await connectTestClient({ relay })
    const wallet = await connectTestClient({ relay })
    const topic = createTestTopic()
    await wallet.call('irn_subscribe', { topic })
    for (let round = 0; round < 4; round += 1) {
      const messages = Array.from({ length: 40 }, (_, index) => publication(`${round} ${index}`, topic))
      expect(codes([await app.call('irn_batchPublish', { messages })])).toEqual([0])
      expect(codes([await app.call('irn_publish', publication('more', topic))])).toEqual([3001])
      await wallet.received(40 * (round + 1))
      now += 5_000
    }
    expect(codes([await wallet.call('irn_subscribe', { topic })])).toEqual([0])
    // Each costs eight, so five of them take a full bucket.
    const long = 'x'.repeat(7 * 2 ** 15)
    const publish = async (index: number) =>
      codes([await app.call('irn_publish', publication(`${index} ${long}`, topic))])
    for (let index = 0; index < 5; index += 1) expect(await publish(index)).toEqual([0])
    expect(await publish(5)).toEqual([3001])
    await Promise.all([app.close(), wallet.close()])
  })

  test('takes turns with other sockets', async () => {
    relay = await startTestRelay({ limits: { messagesPerSecond: 1e6, burst: 1e6 } })
    const loud = await connectTestClient({ relay })
    const calm = await connectTestClient({ relay })
    let answered = 0
    loud.socket.on('message', () => {
      answered += 1
    })
    const total = 10_000
    for (let index = 0; index < total; index += 1) loud.socket.send('{}')
    await calm.call('irn_publish', publication('calm'))
    expect(answered).toBeLessThan(total / 2)
    await until(() => answered === total)
    await Promise.all([calm.close(), loud.close()])
  })

  test('of calls to a slow store pauses reading', async () => {
    let answer: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    let calls = 0
    const memory = createMemoryRelayStore({
      limits: { messagesPerTopic: 10_000, bytesPerTopic: 2 ** 26, topicsPerClient: 10 },
      clock: { now: Date.now },
    })
    const store: RelayStore = {
      ...memory,
      publish: async (message) => {
        calls += 1
        await gate
        return memory.publish(message)
      },
    }
    relay = await startTestRelay({ store, limits: { messagesPerSecond: 1e6, burst: 1e6 } })
    const client = await connectTestClient({ relay })
    const all = Array.from({ length: 1_000 }, (_, index) => client.call('irn_publish', publication(`${index}`)))
    await until(() => calls === 256)
    // After another turn, the state is unchanged.
    const other = await connectTestClient({ relay })
    await other.send('{')
    expect(calls).toBe(256)
    answer?.()
    expect(codes(await Promise.all(all))).toEqual(Array(1_000).fill(0))
    await Promise.all([client.close(), other.close()])
  })
})

describe('pings', () => {
  test('an unresponsive peer is ended, and an idle one without topics is closed', async () => {
    relay = await startTestRelay({ heartbeat: 200, staleAfter: 300 })
    const dead = await connectTestClient({ relay, options: { autoPong: false } })
    const following = await connectTestClient({ relay })
    for (const client of [dead, following]) await client.call('irn_subscribe', { topic: createTestTopic() })
    const idle = await connectTestClient({ relay })
    let pings = 0
    following.socket.on('ping', () => {
      pings += 1
    })
    expect(await dead.closed).toMatchObject({ code: 1006 })
    expect(await idle.closed).toMatchObject({ code: 4008 })
    await until(() => pings >= 5)
    expect(following.socket.readyState).toBe(following.socket.OPEN)
    await following.close()
  })

  test('a ping of a client is answered', async () => {
    relay = await startTestRelay()
    const client = await connectTestClient({ relay })
    const pong = new Promise((resolve) => client.socket.once('pong', (data) => resolve(data.toString())))
    client.socket.ping('are you there')
    expect(await pong).toBe('are you there')
    await client.close()
  })
})

describe('the end', () => {
  test('calls in progress are answered, new clients are refused, and connected ones are closed', async () => {
    let answer: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    let isCalled = false
    const memory = createMemoryRelayStore({
      limits: { messagesPerTopic: 10, bytesPerTopic: 2 ** 20, topicsPerClient: 10 },
      clock: { now: Date.now },
    })
    const store: RelayStore = {
      ...memory,
      publish: async (message) => {
        isCalled = true
        await gate
        return memory.publish(message)
      },
    }
    relay = await startTestRelay({ store })
    const clients = await Promise.all(Array.from({ length: 120 }, () => connectTestClient({ relay })))
    const [first] = clients
    const call = first?.call('irn_publish', publication('last'))
    await until(() => isCalled)
    const stopped = relay.stop()
    await expect(connectTestClient({ relay })).rejects.toThrow('503')
    answer?.()
    expect(await call).toMatchObject({ result: true })
    const ends = await Promise.all(clients.map(({ closed }) => closed))
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1001]))
    await stopped
    expect(await memory.size()).toBe(1)
    await relay.restart()
  })

  test('a peer that ignores the close frame does not delay it forever', async () => {
    relay = await startTestRelay()
    const client = await connectTestClient({ relay })
    client.socket.pause()
    await relay.stop()
    // It is still open, because it has not read the close frame.
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    client.socket.terminate()
    await relay.restart()
  })
})
