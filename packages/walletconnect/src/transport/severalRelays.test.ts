import { describe, expect, test } from 'vitest'
import { message, methods, published, setUpTransports, topic, until } from './testing/setUpTransports.ts'
import { startScriptedRelay } from './testing/startScriptedRelay.ts'

const scene = setUpTransports()
const { start } = scene

describe('several relays', () => {
  test('behavior: a message for all relays goes to all, also to one that connects later', async () => {
    await scene.two.stop()
    const { transport, store } = await start({ relays: [scene.one, scene.two] })
    await transport.publish(message()).taken
    expect(published(scene.one)).toHaveLength(1)
    expect(store.list('outbox/')).toHaveLength(1)
    await until(() => transport.relays()[1]?.status).toBe('waiting')
    scene.two = await startScriptedRelay({ port: Number(new URL(scene.two.url).port) })
    scene.environment.wake()
    await until(() => published(scene.two).length).toBe(1)
    expect(published(scene.two)[0]?.id).toBe(published(scene.one)[0]?.id)
    await until(() => store.list('outbox/')).toEqual([])
    expect(published(scene.one)).toHaveLength(1)
  })

  for (const [name, order] of [
    ['the first', 0],
    ['the second', 1],
  ] as const) {
    test(`behavior: with ${name} one down, the other carries everything`, async () => {
      const [down, up] = order === 0 ? [scene.one, scene.two] : [scene.two, scene.one]
      await down.stop()
      const { transport, received } = await start({ relays: [scene.one, scene.two] })
      await transport.subscribe([topic])
      await transport.publish(message()).taken
      up.deliver({ topic, message: 'answer', id: '1' })
      await until(() => received.map(({ message, relayUrl }) => [message, relayUrl])).toEqual([['answer', up.url]])
      expect(transport.relays().find(({ url }) => url === up.url)?.status).toBe('connected')
      // A wake event while a relay is still being dialed has no effect.
      await until(() => transport.relays().find(({ url }) => url === down.url)?.status).toBe('waiting')
      const again = await startScriptedRelay({ port: Number(new URL(down.url).port) })
      if (order === 0) scene.one = again
      else scene.two = again
      scene.environment.wake()
      await until(() => methods(again).sort()).toEqual(['irn_publish', 'irn_subscribe'])
    })
  }

  test('behavior: a session’s messages go to the relays on which the peer was heard', async () => {
    const { transport, store } = await start({ relays: [scene.one, scene.two] })
    await transport.subscribe([topic])
    for (const relay of [scene.one, scene.two]) await until(() => methods(relay)).toEqual(['irn_subscribe'])
    await transport.publish(message({ relays: [scene.two.url] })).taken
    expect(published(scene.two)).toHaveLength(1)
    expect(published(scene.one)).toHaveLength(0)
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: goes over the others while that one is away, and over that one when it is back', async () => {
    const { transport, store } = await start({ relays: [scene.one, scene.two] })
    await transport.subscribe([topic])
    for (const relay of [scene.one, scene.two]) await until(() => methods(relay)).toEqual(['irn_subscribe'])
    await scene.two.stop()
    await until(() => transport.relays()[1]?.status).toBe('waiting')
    await transport.publish(message({ relays: [scene.two.url] })).taken
    expect(published(scene.one)).toHaveLength(1)
    expect(store.list('outbox/')).toHaveLength(1)
    scene.two = await startScriptedRelay({ port: Number(new URL(scene.two.url).port) })
    scene.environment.wake()
    await until(() => published(scene.two).length).toBe(1)
    await until(() => store.list('outbox/')).toEqual([])
    expect(published(scene.one)).toHaveLength(1)
  })

  test('behavior: relays that are no longer configured block nothing', async () => {
    const { transport, store } = await start({ relays: [scene.one] })
    await transport.publish(message({ relays: ['wss://gone.example'] })).taken
    expect(store.list('outbox/')).toEqual([])
  })

  test('behavior: a relay that refuses leaves the work to the other', async () => {
    scene.one.script.closeAtOnce = 3000
    const { transport } = await start({ relays: [scene.one, scene.two] })
    await transport.subscribe([topic])
    await transport.publish(message({ relays: [scene.one.url] })).taken
    expect(published(scene.two)).toHaveLength(1)
    await until(() => transport.relays().map(({ status }) => status)).toEqual(['refused', 'connected'])
  })
})
