import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientStorage } from './ClientStorage.ts'
import { createClientStore } from './createClientStore.ts'
import { createMemoryStorage } from './createMemoryStorage.ts'

/** A memory storage whose writes finish or fail on command. */
function createSlowStorage() {
  const memory = createMemoryStorage()
  const writes: { changes: ReadonlyMap<string, string | null>; finish: () => void; fail: (error: Error) => void }[] = []
  const storage: ClientStorage = {
    load: memory.load,
    write: (changes) =>
      new Promise((resolve, reject) => {
        writes.push({ changes, finish: () => memory.write(changes).then(resolve), fail: reject })
      }),
  }
  const nth = async (count: number) => {
    await expect.poll(() => writes.length, { interval: 1 }).toBe(count)
    const write = writes[count - 1]
    if (!write) throw new Error('unreachable')
    return write
  }
  return { storage, writes, nth }
}

describe('createClientStore', () => {
  test('default', async () => {
    const storage = createMemoryStorage()
    const store = await createClientStore({ storage })
    const written = store.change({ 'sessions/b': { expiry: 2 }, 'sessions/a': { expiry: 1 }, 'keys/a': 'secret' })
    expect(store.get('sessions/a')).toEqual({ expiry: 1 })
    expect(store.list('sessions/')).toEqual([
      ['sessions/b', { expiry: 2 }],
      ['sessions/a', { expiry: 1 }],
    ])
    await written
    const next = await createClientStore({ storage })
    expect(next.list('')).toEqual(store.list(''))
  })

  test('behavior: any changes leave the same entries in storage as in memory, in the same order', async () => {
    const key = fc.constantFrom('a/1', 'a/2', 'a/3', 'b/1', 'b/2')
    const changes = fc.dictionary(key, fc.oneof(fc.constant(undefined), fc.integer(), fc.string(), fc.constant(null)), {
      noNullPrototype: true,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 12 }), async (steps) => {
        const storage = createMemoryStorage()
        const store = await createClientStore({ storage })
        const model = new Map<string, unknown>()
        const written = steps.map((step) => {
          for (const [key, value] of Object.entries(step)) {
            if (value === undefined) model.delete(key)
            else model.set(key, value)
          }
          return store.change(step)
        })
        expect(store.list('')).toEqual([...model])
        await Promise.all(written)
        expect((await createClientStore({ storage })).list('')).toEqual([...model])
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: changes of one turn are one write; later ones are the next write', async () => {
    const { storage, writes, nth } = createSlowStorage()
    const store = await createClientStore({ storage })
    const first = [store.change({ state: 1 }), store.change({ 'outbox/1': 'message' })]
    const write = await nth(1)
    expect([...write.changes.keys()]).toEqual(['state', 'outbox/1'])
    const later = [store.change({ state: 2 }), store.change({ state: 3 })]
    expect(writes).toHaveLength(1)
    await write.finish()
    await Promise.all(first)
    const second = await nth(2)
    expect([...second.changes.values()]).toEqual(['[1,3]'])
    await second.finish()
    await Promise.all(later)
  })

  test('behavior: an empty change resolves after everything before it is stored', async () => {
    const { storage, nth } = createSlowStorage()
    const store = await createClientStore({ storage })
    const changed = store.change({ a: 1 })
    const write = await nth(1)
    let isStored = false
    const stored = store.change({}).then(() => {
      isStored = true
    })
    await Promise.resolve()
    expect(isStored).toBe(false)
    await write.finish()
    await Promise.all([changed, stored])
    expect((await storage.load()).size).toBe(1)
  })

  test('behavior: drops unreadable entries and keeps the rest', async () => {
    const storage = createMemoryStorage()
    await storage.write(
      new Map([
        ['good', '[1,{"a":1}]'],
        ['torn', '[2,{"a":'],
        ['foreign', '{"a":1}'],
        ['empty', ''],
        ['short', '[3]'],
      ]),
    )
    const store = await createClientStore({ storage })
    expect(store.list('')).toEqual([['good', { a: 1 }]])
    await store.change({ next: true })
    expect([...(await storage.load()).keys()].sort()).toEqual(['good', 'next'])
  })

  test('error: a failed write rejects, and the next one includes its changes', async () => {
    const { storage, nth } = createSlowStorage()
    const store = await createClientStore({ storage })
    const failed = store.change({ a: 1, b: 1 })
    const first = await nth(1)
    first.fail(new Error('full'))
    await expect(failed).rejects.toThrow('full')
    expect(store.get('a')).toBe(1)
    const changed = store.change({ b: 2 })
    await (await nth(2)).finish()
    await changed
    expect((await createClientStore({ storage })).list('')).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('error: nothing is written after the signal aborted', async () => {
    const { storage, writes, nth } = createSlowStorage()
    const controller = new AbortController()
    const store = await createClientStore({ storage, signal: controller.signal })
    const first = store.change({ a: 1 })
    const write = await nth(1)
    const queued = store.change({ a: 2 })
    controller.abort()
    await write.finish()
    await first
    const lost = expect.objectContaining({ code: 'request_aborted' })
    await expect(queued).rejects.toEqual(lost)
    await expect(store.change({ a: 3 })).rejects.toEqual(lost)
    expect(writes).toHaveLength(1)
    expect((await storage.load()).get('a')).toBe('[1,1]')
  })
})
