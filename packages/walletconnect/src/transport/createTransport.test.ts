import { describe, expect, test } from 'vitest'
import { hashMessage } from '../crypto/hashMessage.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import {
  coded,
  message,
  methods,
  other,
  published,
  setUpTransports,
  third,
  topic,
  until,
} from './testing/setUpTransports.ts'
import { startScriptedRelay } from './testing/startScriptedRelay.ts'

const scene = setUpTransports()
const { start } = scene

describe('publish', () => {
  test('default', async () => {
    const { transport, store, changes } = await start()
    expect(transport.relays()).toEqual([{ url: scene.one.url, status: 'idle' }])
    const { taken } = transport.publish(message())
    await taken
    expect(published(scene.one)).toEqual([
      expect.objectContaining({ params: { topic, message: 'sealed', tag: 1108, ttl: 300, prompt: true } }),
    ])
    expect(store.list('outbox/')).toEqual([])
    expect(changes.map(([relay]) => relay?.status)).toEqual(['connecting', 'connected'])
  })

  test('behavior: is in storage before it is on the wire, together with the changes of the same turn', async () => {
    const writes: ReadonlyMap<string, string | null>[] = []
    const memory = createMemoryStorage()
    let finish = () => {}
    scene.storage = {
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
    expect(published(scene.one)).toEqual([])
    finish()
    await changed
    await until(() => published(scene.one).length).toBe(1)
    await until(() => writes.length).toBe(3)
    finish()
    await taken
  })

  test('behavior: is resent under the same id and text until a relay accepts it, also after a restart of either side', async () => {
    scene.one.script.answer = () => 'silence'
    const first = await start()
    first.transport.publish(message({ ttl: 300 }))
    await until(() => published(scene.one).length).toBe(1)
    scene.one.cut()
    await until(() => first.transport.relays()[0]?.status).toBe('waiting')
    scene.environment.advance(1_000)
    await until(() => published(scene.one).length).toBe(2)
    // The page reloads.
    first.transport.destroy()
    scene.environment.advance(9_000)
    scene.one.script.answer = () => ({ result: true })
    const second = await start()
    await until(() => published(scene.one).length).toBe(3)
    await until(() => second.store.list('outbox/')).toEqual([])
    const ids = new Set(published(scene.one).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(published(scene.one).map(({ params }) => params.ttl)).toEqual([300, 299, 290])
    expect(new Set(published(scene.one).map(({ params }) => params.message))).toEqual(new Set(['sealed']))
  })

  test('behavior: an expired message is not sent', async () => {
    await scene.one.stop()
    const { transport, store } = await start()
    const late = transport.publish(message({ ttl: 30 }))
    const lasting = transport.publish(message({ message: 'lasting', ttl: 300 }))
    scene.environment.advance(15_000)
    await expect(late.taken).rejects.toEqual(coded('relay_unavailable'))
    await expect(lasting.taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toHaveLength(2)
    scene.environment.advance(15_000)
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    scene.one = await startScriptedRelay({ port: Number(new URL(scene.one.url).port) })
    scene.environment.wake()
    await until(() => published(scene.one).map(({ params }) => params.message)).toEqual(['lasting'])
    await until(() => store.list('outbox/')).toEqual([])
  })

  test('behavior: a canceled message is not sent', async () => {
    await scene.one.stop()
    const { transport, store } = await start()
    const { taken, cancel } = transport.publish(message())
    cancel()
    await expect(taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: callers need not await it', async () => {
    scene.one.script.closeAtOnce = 3000
    const { transport } = await start()
    transport.publish(message())
    transport.subscribe([topic])
    await until(() => transport.relays()[0]?.status).toBe('refused')
  })

  test('behavior: resends to a busy or full relay after a pause', async () => {
    const errors = [
      { code: 3001, message: 'too many requests' },
      { code: -32000, message: 'handler', data: 'MailboxLimitExceeded' },
    ]
    scene.one.script.answer = () => {
      const error = errors.shift()
      return error ? { error } : { result: true }
    }
    const { transport } = await start()
    const { taken } = transport.publish(message())
    await until(() => published(scene.one).length).toBe(1)
    await until(() => scene.environment.timers()).toBe(3)
    scene.environment.advance(2_000)
    await until(() => published(scene.one).length).toBe(2)
    await until(() => scene.environment.timers()).toBe(3)
    scene.environment.advance(4_000)
    await taken
    expect(new Set(published(scene.one).map(({ id }) => id)).size).toBe(1)
  })

  test('behavior: waits for at most 64 answers of one relay', async () => {
    let answers = 0
    scene.one.script.answer = () => (answers++ < 10 ? { result: true } : 'silence')
    const { transport } = await start()
    for (let index = 0; index < 100; index++) transport.publish(message({ message: `sealed ${index}` }))
    await until(() => published(scene.one).length).toBe(74)
    const { taken } = transport.publish(message({ message: 'one more' }))
    await transport.subscribe([]) // Resolves at once.
    expect(published(scene.one)).toHaveLength(74)
    transport.destroy()
    await expect(taken).rejects.toEqual(coded('request_aborted'))
  })

  test('error: a message that no relay will ever accept', async () => {
    scene.one.script.answer = () => ({ error: { code: -32600, message: 'payload', data: 'PayloadSizeExceeded' } })
    const { transport, store } = await start()
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('relay_unavailable'))
    expect(store.list('outbox/')).toEqual([])
  })

  test('error: every relay refuses this client', async () => {
    scene.one.script.closeAtOnce = 3000
    scene.two.script.closeAtOnce = 3000
    const { transport } = await start({ relays: [scene.one, scene.two] })
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('relay_refused'))
    await expect(transport.subscribe([topic])).rejects.toEqual(coded('relay_refused'))
    expect(transport.relays()).toEqual([
      { url: scene.one.url, status: 'refused', reason: 'as scripted' },
      { url: scene.two.url, status: 'refused', reason: 'as scripted' },
    ])
    scene.environment.advance(600_000)
    expect([scene.one.queries.length, scene.two.queries.length]).toEqual([1, 1])
  })

  test('error: without a WebSocket the error has the reason', async () => {
    const failure = new TypeError('There is no WebSocket here')
    scene.environment.openSocket = () => {
      throw failure
    }
    const { transport } = await start()
    const { taken } = transport.publish(message())
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    scene.environment.advance(15_000)
    await expect(taken).rejects.toMatchObject({ code: 'relay_unavailable', cause: failure })
  })
})

describe('subscribe', () => {
  test('default', async () => {
    const { transport } = await start()
    await transport.subscribe([topic])
    await transport.subscribe([other, third])
    transport.unsubscribe([topic])
    await until(() => scene.one.requests.map(({ method, params }) => [method, params])).toEqual([
      ['irn_subscribe', { topic }],
      ['irn_batchSubscribe', { topics: [other, third] }],
      ['irn_unsubscribe', { topic, id: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ])
  })

  test('behavior: resubscribes all topics after a reconnect, in chunks of 500, before anything is published', async () => {
    const { transport } = await start()
    const topics = Array.from({ length: 1_200 }, (_, index) => index.toString(16).padStart(64, '0'))
    await transport.subscribe(topics)
    scene.one.cut()
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    scene.one.requests.length = 0
    transport.publish(message())
    scene.environment.advance(100)
    await until(() => methods(scene.one)).toEqual([
      'irn_batchSubscribe',
      'irn_batchSubscribe',
      'irn_batchSubscribe',
      'irn_publish',
    ])
    expect(scene.one.requests.slice(0, 3).flatMap(({ params }) => params.topics)).toEqual(topics)
  })

  test('behavior: unsubscribes after the reconnect if the relay was away', async () => {
    const { transport } = await start()
    await transport.subscribe([topic, other])
    scene.one.cut()
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    scene.one.requests.length = 0
    transport.unsubscribe([topic])
    scene.environment.advance(100)
    await until(() => methods(scene.one).sort()).toEqual(['irn_subscribe', 'irn_unsubscribe'])
  })

  test('behavior: tries an overloaded relay again later', async () => {
    let answers = 0
    scene.one.script.answer = () =>
      answers++ ? { result: true } : { error: { code: 3001, message: 'too many requests' } }
    const { transport } = await start()
    const subscribed = transport.subscribe([topic])
    await until(() => scene.environment.timers()).toBe(3)
    scene.environment.advance(2_000)
    await subscribed
    expect(methods(scene.one)).toEqual(['irn_subscribe', 'irn_subscribe'])
  })

  test('error: no relay within 15 seconds; still subscribes when one connects', async () => {
    await scene.one.stop()
    const { transport } = await start()
    const subscribed = transport.subscribe([topic])
    scene.environment.advance(15_000)
    await expect(subscribed).rejects.toEqual(coded('relay_unavailable'))
    await until(() => transport.relays()[0]?.status).toBe('waiting')
    scene.one = await startScriptedRelay({ port: Number(new URL(scene.one.url).port) })
    scene.environment.wake()
    await until(() => methods(scene.one)).toEqual(['irn_subscribe'])
  })
})

describe('lifecycle', () => {
  test('behavior: dials on demand, and a message in the stored outbox is a demand', async () => {
    const { transport, store } = await start()
    scene.environment.advance(60_000)
    expect(scene.one.queries).toEqual([])
    await scene.one.stop()
    transport.publish(message())
    await store.change({})
    transport.destroy()
    scene.one = await startScriptedRelay({ port: Number(new URL(scene.one.url).port) })
    await start()
    await until(() => published(scene.one).length).toBe(1)
  })

  test('behavior: keeps its client id, and uses another subject in each run', async () => {
    const claims = (run: number) =>
      JSON.parse(Buffer.from(scene.one.queries[run]?.get('auth')?.split('.')[1] ?? '', 'base64url').toString())
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
    await until(() => scene.one.sockets.size).toBe(0)
    await expect(transport.publish(message()).taken).rejects.toEqual(coded('request_aborted'))
    await expect(transport.subscribe([other])).rejects.toEqual(coded('request_aborted'))
  })
})
