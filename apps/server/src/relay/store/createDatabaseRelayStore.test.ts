import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { createPGlite, type PGliteConnection } from '../../platform/db/createPGlite.ts'
import type { Database } from '../../platform/db/Database.ts'
import { createTestDatabase } from '../../testing/createTestDatabase.ts'
import { until } from '../../testing/until.ts'
import { createDatabaseRelayStore } from './createDatabaseRelayStore.ts'
import { relayMessages, relaySubscriptions } from './schema.ts'
import { subscriptionLifetime } from './subscriptionLifetime.ts'
import { createMessages } from './testing/createMessages.ts'
import { createOwnClock, newTopic, usualLimits } from './testing/storeAdapters.ts'

const connection = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
afterAll(async () => {
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})
const { database } = connection

const setUp = async (options: Partial<Parameters<typeof createDatabaseRelayStore>[0]> = {}) => {
  const clock = createOwnClock()
  const start = () => createDatabaseRelayStore({ database, limits: usualLimits, clock, ...options })
  return { clock, start, make: createMessages(clock), topic: newTopic(), store: await start() }
}

/** A database that can fail on command: before a statement runs, or after it without reporting the result. */
function createUnsteady(): { database: Database; fail: (how: 'before' | 'after' | undefined) => void } {
  let how: 'before' | 'after' | undefined
  const execute = async (...parameters: Parameters<Database['execute']>) => {
    if (how === 'before') throw new Error('Connection terminated unexpectedly')
    const result = await database.execute(...parameters)
    if (how === 'after') throw new Error('Connection terminated unexpectedly')
    return result
  }
  return {
    database: new Proxy(database, { get: (target, key) => (key === 'execute' ? execute : Reflect.get(target, key)) }),
    fail: (next) => {
      how = next
    },
  }
}

test.each(['before', 'after'] as const)(
  'behavior: a database that fails %s it writes loses no answered message',
  async (how) => {
    const unsteady = createUnsteady()
    const errors: Error[] = []
    const { store, make, topic } = await setUp({ database: unsteady.database, onError: (error) => errors.push(error) })
    const heard: string[] = []
    let gaps = 0
    store.listen({
      onMessage: ({ message }) => heard.push(message),
      onGap: () => {
        gaps += 1
      },
    })
    await store.subscribe({ clientId: 'wallet', topics: [topic] })
    await store.watch([topic])
    const kept = make({ topic, message: 'kept' })
    await store.publish(kept)

    unsteady.fail(how)
    const refused = { code: 'not_ready', retryable: true }
    const [first, second] = [make({ topic, message: 'first' }), make({ topic, message: 'second' })]
    const outcomes = await Promise.allSettled([
      store.publish(first),
      store.publish(second),
      store.acknowledge({ clientId: 'wallet', receipts: [kept] }),
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refused })
    await expect(store.read({ clientId: 'wallet', topics: [topic] })).rejects.toMatchObject(refused)
    await expect(store.ping()).rejects.toMatchObject(refused)
    expect(heard).toEqual(['kept'])
    expect(errors).toHaveLength(1)

    unsteady.fail(undefined)
    await until(() => gaps === 1)
    const texts = (await store.read({ clientId: 'wallet', topics: [topic] })).map(({ message }) => message)
    expect(texts).toEqual(how === 'before' ? ['kept'] : ['first', 'second'])
    // A refused sender tries again.
    expect(await store.publish(first)).toBe(how === 'before' ? 'stored' : 'duplicate')
    await store.close()
  },
)

test('behavior: if two processes open the mailboxes, the last one keeps them', async () => {
  const { store, start, make, topic } = await setUp()
  expect(await store.publish(make({ topic, message: 'one' }))).toBe('stored')
  const next = await start()
  await expect(store.publish(make({ topic, message: 'two' }))).rejects.toMatchObject({
    code: 'not_ready',
    cause: expect.objectContaining({ message: expect.stringContaining('Several processes need Redis') }),
  })
  await expect(store.read({ clientId: 'wallet', topics: [topic] })).rejects.toMatchObject({ code: 'not_ready' })
  expect(await next.publish(make({ topic, message: 'three' }))).toBe('stored')
  expect((await next.read({ clientId: 'wallet', topics: [topic] })).map(({ message }) => message)).toEqual([
    'one',
    'three',
  ])
  await store.close()
  await next.close()
})

test('behavior: texts that no longer fit in memory are read from the database, in order', async () => {
  const { store, make, topic } = await setUp({ textsInMemory: 1_000 })
  const sent = Array.from({ length: 9 }, (_, index) => make({ topic, message: `${index}`.repeat(300) }))
  for (const message of sent) await store.publish(message)
  await store.acknowledge({ clientId: 'wallet', receipts: sent.slice(3, 4) })
  const left = sent.filter((_, index) => index !== 3)
  expect(await store.read({ clientId: 'wallet', topics: [topic] })).toEqual(
    left.map((message) => ({ ...message, sequence: expect.any(Number) })),
  )
  await store.close()
})

test('behavior: a message settled during the read of its text does not shorten the answer', async () => {
  let hold: Promise<void> | undefined
  const execute = async (...parameters: Parameters<Database['execute']>) => {
    const wait = hold
    hold = undefined
    await wait
    return database.execute(...parameters)
  }
  const slow = new Proxy(database, {
    get: (target, key) => (key === 'execute' ? execute : Reflect.get(target, key)),
  })
  const { store, make, topic } = await setUp({ database: slow, textsInMemory: 100 })
  const sent = Array.from({ length: 9 }, (_, index) => make({ topic, message: `${index}`.repeat(300) }))
  for (const message of sent) await store.publish(message)
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const reading = store.read({ clientId: 'wallet', topics: [topic], limit: 4 })
  await store.acknowledge({ clientId: 'wallet', receipts: sent.slice(0, 2) })
  release()
  // Four, because there are more messages. Two would mean the end.
  expect((await reading).map(({ message }) => message)).toEqual(sent.slice(2, 6).map(({ message }) => message))
  await store.close()
})

test('behavior: expired rows are deleted from the database', async () => {
  await database.delete(relayMessages)
  await database.delete(relaySubscriptions)
  const { store, clock, make, topic } = await setUp({ sweepInterval: 10 })
  await store.subscribe({ clientId: 'wallet', topics: [topic] })
  await store.subscribe({ clientId: 'app', topics: [topic] })
  const messages = Array.from({ length: 20 }, (_, index) => make({ topic, message: `${index}`, ttl: 1 + index }))
  for (const message of messages) await store.publish(message)
  await store.acknowledge({ clientId: 'wallet', receipts: messages.slice(0, 10) })
  // Ten seconds after the end, because a write may still be in progress.
  clock.pass(20_000)
  await until(async () => (await database.$count(relayMessages)) === 10)
  clock.pass(subscriptionLifetime)
  await until(async () => (await database.$count(relayMessages)) + (await database.$count(relaySubscriptions)) === 0)
  expect(await store.size()).toBe(0)
  await store.close()
})

// Uses the embedded database, which only the stage without PostgreSQL has.
test.skipIf(connection.engine !== 'pglite')('behavior: a killed process loses no answered message', async () => {
  const topic = newTopic()
  const template = join(folder, 'template.tar')
  await (connection as PGliteConnection).dump(template)
  const dataFolder = join(folder, 'data')
  const modules = ['./createDatabaseRelayStore.ts', '../../platform/db/createPGlite.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  )
  const program = `
    const { createDatabaseRelayStore } = await import(${JSON.stringify(modules[0])})
    const { createPGlite } = await import(${JSON.stringify(modules[1])})
    const { database } = await createPGlite(${JSON.stringify({ dataFolder, template, migrate: false })})
    const limits = { messagesPerTopic: 1e6, bytesPerTopic: 1e9, topicsPerClient: 10 }
    const store = await createDatabaseRelayStore({ database, limits, clock: { now: Date.now } })
    const topic = ${JSON.stringify(topic)}
    let next = 0
    const work = async () => {
      for (;;) {
        const messageId = String(next++).padStart(64, '0')
        const now = Date.now()
        await store.publish({ topic, messageId, message: messageId, tag: 0, publishedAt: now, expiresAt: now + 600_000, publisher: 'app' })
        // Every third is acknowledged; what is told here is answered for good.
        const settled = Number(messageId) % 3 === 0
        if (settled) await store.acknowledge({ clientId: 'wallet', receipts: [{ topic, messageId }] })
        process.stdout.write((settled ? 'settled ' : 'stored ') + messageId + '\\n')
      }
    }
    for (let worker = 0; worker < 20; worker++) void work()`
  const child = spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const answered: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(line)
    if (answered.length === 300) child.kill('SIGKILL')
  }
  await ended
  const embedded = await createPGlite({ dataFolder, migrate: false })
  const { store } = await setUp({ database: embedded.database, clock: { now: () => Date.now() } })
  const found = new Set((await store.read({ clientId: 'wallet', topics: [topic] })).map(({ messageId }) => messageId))
  const told = (kind: string) =>
    answered
      .filter((line) => /^\w+ \d{64}$/.test(line) && line.startsWith(kind))
      .map((line) => line.split(' ')[1] ?? '')
  expect(told('stored').length).toBeGreaterThan(100)
  expect(told('stored').filter((id) => !found.has(id))).toEqual([])
  expect(told('settled').filter((id) => found.has(id))).toEqual([])
  await store.close()
  await embedded.close()
})
