import { LatchkeyError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { coded, message, methods, published, setUpTransports, topic, until } from './testing/setUpTransports.ts'

const scene = setUpTransports()
const { start } = scene

test('behavior: threat 77: a message sent without an answer is in doubt, however often it failed since', async () => {
  scene.one.script.answer = () => 'silence'
  const { transport } = await start()
  const publishing = transport.publish(message())
  expect(publishing.isUnsent()).toBe(true)
  await until(() => published(scene.one).length).toBe(1)
  expect(publishing.isUnsent()).toBe(false)
  scene.one.script.answer = () => ({ error: { code: 3001, message: 'Slower', data: 'TooManyRequests' } })
  scene.one.cut()
  await until(() => transport.relays()[0]?.status).toBe('waiting')
  scene.environment.advance(1_000)
  await until(() => published(scene.one).length).toBe(2)
  scene.environment.advance(15_000)
  await expect(publishing.taken).rejects.toEqual(coded('relay_unavailable'))
  expect(publishing.isUnsent()).toBe(false)
})

test('behavior: a message that was never sent, or that each relay refused, is not in doubt', async () => {
  const { transport } = await start()
  scene.one.script.answer = () => ({ error: { code: -32_600, message: 'Too long', data: 'PayloadSizeExceeded' } })
  const refused = transport.publish(message())
  await expect(refused.taken).rejects.toEqual(coded('relay_unavailable'))
  expect(refused.isUnsent()).toBe(true)
  scene.one.script.answer = () => ({ result: true })
  const taken = transport.publish(message({ message: 'other' }))
  await taken.taken
  expect(taken.isUnsent()).toBe(false)
  await scene.one.stop()
  await until(() => transport.relays()[0]?.status).not.toBe('connected')
  const kept = transport.publish(message({ message: 'third' }))
  scene.environment.advance(15_000)
  await expect(kept.taken).rejects.toEqual(coded('relay_unavailable'))
  expect(kept.isUnsent()).toBe(true)
})

test('behavior: threats 77 and 80: a tab that was replaced while it wrote sends nothing of it', async () => {
  const { load, write } = createMemoryStorage()
  let isReplaced = false
  scene.storage = {
    load,
    write: async (changes) => {
      if (isReplaced) throw new LatchkeyError('request_aborted')
      await write(changes)
    },
  }
  const { transport } = await start()
  await transport.subscribe([topic])
  isReplaced = true
  const { taken, isUnsent } = transport.publish(message())
  // Sent after it, to show that it had time.
  void transport.subscribe(['d'.repeat(64)])
  await until(() => methods(scene.one)).toEqual(['irn_subscribe', 'irn_subscribe'])
  scene.environment.wake()
  expect(published(scene.one)).toEqual([])
  expect(isUnsent()).toBe(true)
  scene.environment.advance(15_000)
  await expect(taken).rejects.toEqual(coded('relay_unavailable'))
})
