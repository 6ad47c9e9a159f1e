import { describe, expect, test } from 'vitest'
import { hashMessage } from '../crypto/hashMessage.ts'
import { createClientStore } from '../storage/createClientStore.ts'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { message, methods, other, setUpTransports, topic, until } from './testing/setUpTransports.ts'

const scene = setUpTransports()
const { start } = scene

describe('incoming messages', () => {
  test('default', async () => {
    const { transport, store, received } = await start()
    await transport.subscribe([topic])
    scene.one.deliver({ topic, message: 'from the wallet', id: '42' })
    await until(() => scene.one.acknowledged).toEqual(['42'])
    const id = hashMessage('from the wallet')
    expect(received).toEqual([
      {
        topic,
        message: 'from the wallet',
        publishedAt: 1_700_000_000_000,
        relayUrl: scene.one.url,
        receipt: { [`seen/${id}`]: scene.environment.now() },
      },
    ])
    expect(store.get(`seen/${id}`)).toBe(scene.environment.now())
  })

  test('behavior: a message counts once, over any relay and however often it arrives', async () => {
    const { transport, received } = await start({ relays: [scene.one, scene.two] })
    await transport.subscribe([topic])
    for (const relay of [scene.one, scene.two]) await until(() => methods(relay)).toEqual(['irn_subscribe'])
    scene.one.deliver({ topic, message: 'once', id: '1' })
    scene.two.deliver({ topic, message: 'once', id: '2' })
    scene.one.deliver({ topic, message: 'once', id: '3' })
    await until(() => scene.one.acknowledged).toEqual(['1', '3'])
    await until(() => scene.two.acknowledged).toEqual(['2'])
    expect(received).toHaveLength(1)
  })

  test('behavior: ignores the client’s own messages', async () => {
    const { transport, received } = await start()
    await transport.subscribe([topic])
    await transport.publish(message({ message: 'own' })).taken
    scene.one.deliver({ topic, message: 'own', id: '1' })
    await until(() => scene.one.acknowledged).toEqual(['1'])
    expect(received).toEqual([])
  })

  test('behavior: the second copy waits until the effect of the first one is stored', async () => {
    let finish: (() => void) | undefined
    const { transport } = await start({
      relays: [scene.one, scene.two],
      onMessage: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    await transport.subscribe([topic])
    for (const relay of [scene.one, scene.two]) await until(() => methods(relay)).toEqual(['irn_subscribe'])
    scene.one.deliver({ topic, message: 'once', id: '1' })
    await until(() => typeof finish).toBe('function')
    scene.two.deliver({ topic, message: 'once', id: '2' })
    // The relay answers this after the delivery on the same socket, so the second copy has arrived.
    await transport.subscribe([other])
    await until(() => methods(scene.two)).toEqual(['irn_subscribe', 'irn_subscribe'])
    expect(scene.two.acknowledged).toEqual([])
    finish?.()
    await until(() => [...scene.one.acknowledged, ...scene.two.acknowledged]).toEqual(['1', '2'])
  })

  test('behavior: the effect and the receipt are one write, and a crash before it brings the message again', async () => {
    const memory = createMemoryStorage()
    let crashed = false
    scene.storage = {
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
    scene.one.deliver({ topic, message: 'precious', id: '1' })
    await until(() => effects).toEqual(['precious'])
    await first.transport.subscribe([other])
    expect(scene.one.acknowledged).toEqual([])
    first.transport.destroy()
    expect((await memory.load()).has('effect')).toBe(false)

    // The next run receives it again, and acknowledges it after the write.
    crashed = false
    await start2()
    scene.one.deliver({ topic, message: 'precious', id: '2' })
    await until(() => scene.one.acknowledged).toEqual(['2'])
    expect((await memory.load()).get('effect')).toContain('precious')

    // Acknowledged, but the relay missed it: the effect is not applied twice.
    const third = await start2()
    scene.one.deliver({ topic, message: 'precious', id: '3' })
    await until(() => scene.one.acknowledged).toContain('3')
    expect(effects).toEqual(['precious', 'precious'])
    third.transport.destroy()
  })

  test('behavior: a message whose effect failed is not acknowledged, and may arrive again', async () => {
    let attempts = 0
    const { transport } = await start({
      onMessage: async () => {
        if (attempts++ === 0) throw new Error('storage is full')
      },
    })
    await transport.subscribe([topic])
    scene.one.deliver({ topic, message: 'again', id: '1' })
    await until(() => attempts).toBe(1)
    scene.one.deliver({ topic, message: 'again', id: '2' })
    await until(() => scene.one.acknowledged).toEqual(['2'])
    expect(attempts).toBe(2)
  })

  test('behavior: leaves messages of foreign topics to the subscriber', async () => {
    const { transport, received } = await start()
    await transport.subscribe([topic])
    scene.one.deliver({ topic: other, message: 'for another tab', id: '1' })
    scene.one.deliver({ topic, message: 'for us', id: '2' })
    await until(() => scene.one.acknowledged).toEqual(['2'])
    expect(received.map(({ message }) => message)).toEqual(['for us'])
  })

  test('behavior: recognizes the newest 5,000, and none older than seven days', async () => {
    const store = await createClientStore({ storage: scene.storage })
    const day = 86_400_000
    const seen = (index: number) => `seen/${hashMessage(String(index))}`
    const entries = Array.from({ length: 5_600 }, (_, index) => [
      seen(index),
      scene.environment.now() - (index < 100 ? 8 * day : day),
    ])
    await store.change(Object.fromEntries(entries))
    const next = await start()
    expect(next.store.list('seen/')).toHaveLength(5_500)
    await next.transport.subscribe([topic])
    scene.one.deliver({ topic, message: 'new', id: '1' })
    await until(() => scene.one.acknowledged).toEqual(['1'])
    await until(() => next.store.list('seen/').length).toBe(5_000)
    expect(next.store.get(seen(5_599))).toBeDefined()
    expect(next.store.get(seen(600))).toBeUndefined()
    expect(next.store.get(`seen/${hashMessage('new')}`)).toBeDefined()
  })
})
