import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashMessage } from '../crypto/hashMessage.ts'
import type { ClientStorage } from '../storage/ClientStorage.ts'
import { createClientStore } from '../storage/createClientStore.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { createTransport } from './createTransport.ts'
import type { InboundMessage, OutboundMessage, RelayStatus } from './Transport.ts'
import { createTestEnvironment, type TestEnvironment } from './testing/createTestEnvironment.ts'
import { type ScriptedRelay, startScriptedRelay } from './testing/startScriptedRelay.ts'

const [topic, other, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]

let one: ScriptedRelay
let two: ScriptedRelay
let environment: TestEnvironment
let storage: ClientStorage
const ends: (() => void)[] = []

beforeEach(async () => {
  one = await startScriptedRelay()
  two = await startScriptedRelay()
  environment = createTestEnvironment()
  storage = createMemoryStorage()
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  expect(environment.timers()).toBe(0)
  await Promise.all([one.stop(), two.stop()])
})

async function start({
  relays = [one],
  onMessage,
  signal,
}: {
  relays?: readonly { url: string }[]
  onMessage?: (message: InboundMessage) => Promise<void>
  signal?: AbortSignal
} = {}) {
  const store = await createClientStore({ storage, ...(signal ? { signal } : {}) })
  const received: InboundMessage[] = []
  const changes: (readonly RelayStatus[])[] = []
  const transport = createTransport({
    relays: relays.map(({ url }) => ({ url, projectId: 'project' })),
    store,
    environment,
    onMessage:
      onMessage ??
      (async (message) => {
        received.push(message)
      }),
    onRelaysChanged: (relays) => changes.push(relays),
    ...(signal ? { signal } : {}),
  })
  ends.push(transport.destroy)
  return { transport, store, received, changes }
}

const message = (options: Partial<OutboundMessage> = {}): OutboundMessage => ({
  topic,
  message: 'sealed',
  tag: 1108,
  ttl: 300,
  prompt: true,
  ...options,
})
const until = (condition: () => unknown) => expect.poll(condition, { interval: 2 })
const published = (relay: ScriptedRelay) => relay.requests.filter(({ method }) => method === 'irn_publish')
const methods = (relay: ScriptedRelay) => relay.requests.map(({ method }) => method)
const coded = (code: string) => expect.objectContaining({ code })

describe('publish', () => {
  test('default', async () => {
    const { transport, store, changes } = await start()
    expect(transport.relays()).toEqual([{ url: one.url, status: 'idle' }])
    const { taken } = transport.publish(message())
    await taken
    expect(published(one)).toEqual([
      expect.objectContaining({ params: { topic, message: 'sealed', tag: 1108, ttl: 300, prompt: true } }),
    ])
    expect(store.list('outbox/')).toEqual([])
    expect(changes.map(([relay]) => relay?.status)).toEqual(['connecting', 'connected'])
  })

  test('behavior: is in storage before it is on the wire, together with what changed in the same turn', async () => {
    const writes: ReadonlyMap<string, string | null>[] = []
    const memory = createMemoryStorage()
    let finish = () => {}
    storage = {
      load: memory.load,
      write: (changes) =>
        new Promise((resolve) => {
          writes.push(changes)
          finish = () => void memory.write(changes).then(resolve)
        }),
    }
    const { transport, store } = await start()
    await until(() => writes.length).toBe(1)
    finish()
    const changed = store.change({ 'pending/1': { method: 'eth_sendTransaction' } })
    const { taken } = transport.publish(message())
    await until(() => writes.length).toBe(2)
    await until(() => transport.relays()[0]?.status).toBe('connected')
    const id = hashMessage('sealed')
    expect([...(writes[1] ?? new Map()).keys()]).toEqual(['pending/1', `outbox/${id}`, `seen/${id}`])
    expect(published(one)).toEqual([])
    finish()
    await changed
    await until(() => published(one).length).toBe(1)
    await until(() => writes.length).toBe(3)
    finish()
    await taken
  })

  test('behavior: goes again under the same id and text until a relay took it, also after a restart of either side', async () => {
    one.script.answer = () => 'silence'
    const first = await start()
    first.transport.publish(message({ ttl: 300 }))
    await until(() => published(one).length).toBe(1)
    one.cut()
    await until(() => first.transport.relays()[0]?.status).toBe('waiting')
    environment.advance(1_000)
    await until(() => published(one).length).toBe(2)
    // The page ends and comes back.
    first.transport.destroy()
    environment.advance(9_000)
    one.script.answer = () => ({ result: true })
    const second = await start()
    await until(() => published(one).length).toBe(3)
    await until(() => second.store.list('outbox/')).toEqual([])
    const ids = new Set(published(one).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(published(one).map(({ params }) => params.ttl)).toEqual([300, 299, 290])
    expect(new Set(published(one).map(({ params }) => params.message))).toEqual(new Set(['sealed']))
  })

  test('behavior: what is over is not sent any more', async () => {
    await one.stop()
    const { transport, store } = await start()
    const late = transport.publish(message({ ttl: 30 }))
    const lasting = transport.publish(message({ message: 'lasting', ttl: 300 }))
    environment.advance(15_000)
    await expect(late.taken).rejects.toEqual(coded('relay_unavailable'))
    await expect(lasting.taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toHaveLength(2)
    environment.advance(15_000)
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    one = await startScriptedRelay({ port: Number(new URL(one.url).port) })
    environment.wake()
    await until(() => published(one).map(({ params }) => params.message)).toEqual(['lasting'])
    await until(() => store.list('outbox/')).toEqual([])
  })

  test('behavior: what was cancelled is not sent any more', async () => {
    await one.stop()
    const { transport, store } = await start()
    const { taken, cancel } = transport.publish(message())
    cancel()
    await expect(taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: nobody has to wait for it', async () => {
    one.script.closeAtOnce = 3000
    const { transport } = await start()
    transport.publish(message())
    transport.subscribe([topic])
    await until(() => transport.relays()[0]?.status).toBe('refused')
  })

  test('behavior: a relay that is busy or full gets it again after a while', async () => {
    const errors = [
      { code: 3001, message: 'too many requests' },
      { code: -32000, message: 'handler', data: 'MailboxLimitExceeded' },
    ]
    one.script.answer = () => {
      const error = errors.shift()
      return error ? { error } : { result: true }
    }
    const { transport } = await start()
    const { taken } = transport.publish(message())
    await until(() => published(one).length).toBe(1)
    await until(() => environment.timers()).toBe(3)
    environment.advance(2_000)
    await until(() => published(one).length).toBe(2)
    await until(() => environment.timers()).toBe(3)
    environment.advance(4_000)
    await taken
    expect(new Set(published(one).map(({ id }) => id)).size).toBe(1)
  })

  test('behavior: not more than 64 wait for one relay’s answers', async () => {
    let answers = 0
    one.script.answer = () => (answers++ < 10 ? { result: true } : 'silence')
    const { transport } = await start()
    for (let index = 0; index < 100; index++) transport.publish(message({ message: `sealed ${index}` }))
    await until(() => published(one).length).toBe(74)
    const { taken } = transport.publish(message({ message: 'one more' }))
    await transport.subscribe([]) // Resolves at once.
    expect(published(one)).toHaveLength(74)
    transport.destroy()
    await expect(taken).rejects.toEqual(coded('request_aborted'))
  })

  test('error: a message that no relay will ever take', async () => {
    one.script.answer = () => ({ error: { code: -32600, message: 'payload', data: 'PayloadSizeExceeded' } })
    const { transport, store } = await start()
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toEqual([])
  })

  test('error: every relay refuses this client', async () => {
    one.script.closeAtOnce = 3000
    two.script.closeAtOnce = 3000
    const { transport } = await start({ relays: [one, two] })
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('relay_refused'))
    await expect(transport.subscribe([topic])).rejects.toEqual(coded('relay_refused'))
    environment.advance(600_000)
    expect([one.queries.length, two.queries.length]).toEqual([1, 1])
  })

  test('error: without a WebSocket the reason is told', async () => {
    const failure = new TypeError('There is no WebSocket here')
    environment.openSocket = () => {
      throw failure
    }
    const { transport } = await start()
    const { taken } = transport.publish(message())
    environment.advance(15_000)
    await expect(taken).rejects.toMatchObject({ code: 'relay_unavailable', cause: failure })
  })
})

describe('subscribe', () => {
  test('default', async () => {
    const { transport } = await start()
    await transport.subscribe([topic])
    await transport.subscribe([other, third])
    transport.unsubscribe([topic])
    await until(() => one.requests.map(({ method, params }) => [method, params])).toEqual([
      ['irn_subscribe', { topic }],
      ['irn_batchSubscribe', { topics: [other, third] }],
      ['irn_unsubscribe', { topic, id: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ])
  })

  test('behavior: all topics stand again after a reconnect, in chunks of 500, before anything is published', async () => {
    const { transport } = await start()
    const topics = Array.from({ length: 1_200 }, (_, index) => index.toString(16).padStart(64, '0'))
    await transport.subscribe(topics)
    one.cut()
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    one.requests.length = 0
    transport.publish(message())
    environment.advance(100)
    await until(() => methods(one)).toEqual([
      'irn_batchSubscribe',
      'irn_batchSubscribe',
      'irn_batchSubscribe',
      'irn_publish',
    ])
    expect(one.requests.slice(0, 3).flatMap(({ params }) => params.topics)).toEqual(topics)
  })

  test('behavior: what was given up while the relay was away is given up when it is back', async () => {
    const { transport } = await start()
    await transport.subscribe([topic, other])
    one.cut()
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    one.requests.length = 0
    transport.unsubscribe([topic])
    environment.advance(100)
    await until(() => methods(one).sort()).toEqual(['irn_subscribe', 'irn_unsubscribe'])
  })

  test('behavior: a relay that has too much is asked again later', async () => {
    let answers = 0
    one.script.answer = () => (answers++ ? { result: true } : { error: { code: 3001, message: 'too many requests' } })
    const { transport } = await start()
    const subscribed = transport.subscribe([topic])
    await until(() => environment.timers()).toBe(3)
    environment.advance(2_000)
    await subscribed
    expect(methods(one)).toEqual(['irn_subscribe', 'irn_subscribe'])
  })

  test('error: no relay within 15 seconds; it is subscribed even so once there is one', async () => {
    await one.stop()
    const { transport } = await start()
    const subscribed = transport.subscribe([topic])
    environment.advance(15_000)
    await expect(subscribed).rejects.toEqual(coded('relay_unavailable'))
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    one = await startScriptedRelay({ port: Number(new URL(one.url).port) })
    environment.wake()
    await until(() => methods(one)).toEqual(['irn_subscribe'])
  })
})

describe('what comes in', () => {
  test('default', async () => {
    const { transport, store, received } = await start()
    await transport.subscribe([topic])
    one.deliver({ topic, message: 'from the wallet', id: '42' })
    await until(() => one.acknowledged).toEqual(['42'])
    const id = hashMessage('from the wallet')
    expect(received).toEqual([
      {
        topic,
        message: 'from the wallet',
        publishedAt: 1_700_000_000_000,
        relayUrl: one.url,
        receipt: { [`seen/${id}`]: environment.now() },
      },
    ])
    expect(store.get(`seen/${id}`)).toBe(environment.now())
  })

  test('behavior: the same message counts once, whatever relay and however often', async () => {
    const { transport, received } = await start({ relays: [one, two] })
    await transport.subscribe([topic])
    await until(() => methods(two)).toEqual(['irn_subscribe'])
    one.deliver({ topic, message: 'once', id: '1' })
    two.deliver({ topic, message: 'once', id: '2' })
    one.deliver({ topic, message: 'once', id: '3' })
    await until(() => one.acknowledged).toEqual(['1', '3'])
    await until(() => two.acknowledged).toEqual(['2'])
    expect(received).toHaveLength(1)
  })

  test('behavior: one’s own message is not heard', async () => {
    const { transport, received } = await start()
    await transport.subscribe([topic])
    await transport.publish(message({ message: 'own' })).taken
    one.deliver({ topic, message: 'own', id: '1' })
    await until(() => one.acknowledged).toEqual(['1'])
    expect(received).toEqual([])
  })

  test('behavior: the second copy waits until the first one’s effect is safe', async () => {
    let finish: (() => void) | undefined
    const { transport } = await start({
      relays: [one, two],
      onMessage: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    await transport.subscribe([topic])
    await until(() => methods(two)).toEqual(['irn_subscribe'])
    one.deliver({ topic, message: 'once', id: '1' })
    await until(() => typeof finish).toBe('function')
    two.deliver({ topic, message: 'once', id: '2' })
    // Answered behind the delivery on the same socket: the second copy has arrived.
    await transport.subscribe([other])
    await until(() => methods(two)).toEqual(['irn_subscribe', 'irn_subscribe'])
    expect(two.acknowledged).toEqual([])
    finish?.()
    await until(() => [...one.acknowledged, ...two.acknowledged]).toEqual(['1', '2'])
  })

  test('behavior: the effect and the receipt are one write, and a crash before it brings the message again', async () => {
    const memory = createMemoryStorage()
    let crashed = false
    storage = {
      load: memory.load,
      write: (changes) => (crashed ? new Promise(() => {}) : memory.write(changes)),
    }
    const effects: string[] = []
    const start2 = async () => {
      const started = await start({
        onMessage: async ({ message, receipt }) => {
          effects.push(message)
          await started.store.change({ effect: message, ...receipt })
        },
      })
      await started.transport.subscribe([topic])
      return started
    }
    const first = await start2()
    crashed = true
    one.deliver({ topic, message: 'precious', id: '1' })
    await until(() => effects).toEqual(['precious'])
    await first.transport.subscribe([other])
    expect(one.acknowledged).toEqual([])
    first.transport.destroy()
    expect((await memory.load()).has('effect')).toBe(false)

    // The next run gets it again, and acknowledges it once it is written.
    crashed = false
    await start2()
    one.deliver({ topic, message: 'precious', id: '2' })
    await until(() => one.acknowledged).toEqual(['2'])
    expect((await memory.load()).get('effect')).toContain('precious')

    // Acknowledged, but the relay did not hear it: its effect is not taken twice.
    const third = await start2()
    one.deliver({ topic, message: 'precious', id: '3' })
    await until(() => one.acknowledged).toContain('3')
    expect(effects).toEqual(['precious', 'precious'])
    third.transport.destroy()
  })

  test('behavior: a message whose effect failed is not acknowledged, and may come again', async () => {
    let attempts = 0
    const { transport } = await start({
      onMessage: async () => {
        if (attempts++ === 0) throw new Error('storage is full')
      },
    })
    await transport.subscribe([topic])
    one.deliver({ topic, message: 'again', id: '1' })
    await until(() => attempts).toBe(1)
    one.deliver({ topic, message: 'again', id: '2' })
    await until(() => one.acknowledged).toEqual(['2'])
    expect(attempts).toBe(2)
  })

  test('behavior: a topic that nobody here subscribed to is left to whoever did', async () => {
    const { transport, received } = await start()
    await transport.subscribe([topic])
    one.deliver({ topic: other, message: 'for another tab', id: '1' })
    one.deliver({ topic, message: 'for us', id: '2' })
    await until(() => one.acknowledged).toEqual(['2'])
    expect(received.map(({ message }) => message)).toEqual(['for us'])
  })

  test('behavior: knows the newest 5,000 again, and none older than seven days', async () => {
    const store = await createClientStore({ storage })
    const day = 86_400_000
    const seen = (index: number) => `seen/${hashMessage(String(index))}`
    const entries = Array.from({ length: 5_600 }, (_, index) => [
      seen(index),
      environment.now() - (index < 100 ? 8 * day : day),
    ])
    await store.change(Object.fromEntries(entries))
    const next = await start()
    expect(next.store.list('seen/')).toHaveLength(5_500)
    await next.transport.subscribe([topic])
    one.deliver({ topic, message: 'new', id: '1' })
    await until(() => one.acknowledged).toEqual(['1'])
    await until(() => next.store.list('seen/').length).toBe(5_000)
    expect(next.store.get(seen(5_599))).toBeDefined()
    expect(next.store.get(seen(600))).toBeUndefined()
    expect(next.store.get(`seen/${hashMessage('new')}`)).toBeDefined()
  })
})

describe('several relays', () => {
  test('behavior: what is for all goes to all, also to one that comes later', async () => {
    await two.stop()
    const { transport, store } = await start({ relays: [one, two] })
    await transport.publish(message()).taken
    expect(published(one)).toHaveLength(1)
    expect(store.list('outbox/')).toHaveLength(1)
    two = await startScriptedRelay({ port: Number(new URL(two.url).port) })
    environment.wake()
    await until(() => published(two).length).toBe(1)
    expect(published(two)[0]?.id).toBe(published(one)[0]?.id)
    await until(() => store.list('outbox/')).toEqual([])
    expect(published(one)).toHaveLength(1)
  })

  for (const [name, order] of [
    ['the first', 0],
    ['the second', 1],
  ] as const) {
    test(`behavior: with ${name} one down, the other carries everything`, async () => {
      const [down, up] = order === 0 ? [one, two] : [two, one]
      await down.stop()
      const { transport, received } = await start({ relays: [one, two] })
      await transport.subscribe([topic])
      await transport.publish(message()).taken
      up.deliver({ topic, message: 'answer', id: '1' })
      await until(() => received.map(({ message, relayUrl }) => [message, relayUrl])).toEqual([['answer', up.url]])
      expect(transport.relays().find(({ url }) => url === up.url)?.status).toBe('connected')
      const again = await startScriptedRelay({ port: Number(new URL(down.url).port) })
      if (order === 0) one = again
      else two = again
      environment.wake()
      await until(() => methods(again).sort()).toEqual(['irn_publish', 'irn_subscribe'])
    })
  }

  test('behavior: a session’s messages go where the other side was heard', async () => {
    const { transport, store } = await start({ relays: [one, two] })
    await transport.subscribe([topic])
    await until(() => methods(two)).toEqual(['irn_subscribe'])
    await transport.publish(message({ relays: [two.url] })).taken
    expect(published(two)).toHaveLength(1)
    expect(published(one)).toHaveLength(0)
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: and over the others while that one is away, and over that one when it is back', async () => {
    const { transport, store } = await start({ relays: [one, two] })
    await transport.subscribe([topic])
    await until(() => methods(two)).toEqual(['irn_subscribe'])
    await two.stop()
    await until(() => transport.relays()[1]?.status).toBe('waiting')
    await transport.publish(message({ relays: [two.url] })).taken
    expect(published(one)).toHaveLength(1)
    expect(store.list('outbox/')).toHaveLength(1)
    two = await startScriptedRelay({ port: Number(new URL(two.url).port) })
    environment.wake()
    await until(() => published(two).length).toBe(1)
    await until(() => store.list('outbox/')).toEqual([])
    expect(published(one)).toHaveLength(1)
  })

  test('behavior: relays that are not configured any more hold nothing up', async () => {
    const { transport, store } = await start({ relays: [one] })
    await transport.publish(message({ relays: ['wss://gone.example'] })).taken
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: one that refuses leaves the work to the other', async () => {
    one.script.closeAtOnce = 3000
    const { transport } = await start({ relays: [one, two] })
    await transport.subscribe([topic])
    await transport.publish(message({ relays: [one.url] })).taken
    expect(published(two)).toHaveLength(1)
    await until(() => transport.relays().map(({ status }) => status)).toEqual(['refused', 'connected'])
  })
})

describe('its life', () => {
  test('behavior: dials nothing before it is needed, and what the outbox kept is a need', async () => {
    const { transport, store } = await start()
    environment.advance(60_000)
    expect(one.queries).toEqual([])
    await one.stop()
    transport.publish(message())
    await store.change({})
    transport.destroy()
    one = await startScriptedRelay({ port: Number(new URL(one.url).port) })
    await start()
    await until(() => published(one).length).toBe(1)
  })

  test('behavior: keeps its client id, and shows another subject in each run', async () => {
    const claims = (run: number) =>
      JSON.parse(Buffer.from(one.queries[run]?.get('auth')?.split('.')[1] ?? '', 'base64url').toString())
    for (let run = 0; run < 2; run++) {
      const { transport } = await start()
      await transport.subscribe([topic])
      transport.destroy()
    }
    expect(claims(1).iss).toBe(claims(0).iss)
    expect(claims(1).sub).not.toBe(claims(0).sub)
  })

  test('behavior: its signal closes the sockets at once', async () => {
    const controller = new AbortController()
    const { transport } = await start({ signal: controller.signal })
    await transport.subscribe([topic])
    controller.abort()
    expect(transport.relays()[0]?.status).toBe('idle')
    await until(() => one.sockets.size).toBe(0)
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('request_aborted'))
    await expect(transport.subscribe([other])).rejects.toEqual(coded('request_aborted'))
  })
})
