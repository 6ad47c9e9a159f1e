import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ClientStorage } from './ClientStorage.ts'
import { createClientStore } from './createClientStore.ts'
import { createIndexedDbStorage } from './createIndexedDbStorage.ts'

const opened: ClientStorage[] = []
const names = new Set<string>()
let lastName = 0

function freshName(): string {
  const name = `walletconnect-test-${Date.now()}-${++lastName}`
  names.add(name)
  return name
}
function open(name: string): ClientStorage {
  const storage = createIndexedDbStorage({ name })
  opened.push(storage)
  return storage
}
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const storage of opened.splice(0)) storage.close?.()
  for (const name of names) {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = resolve
    })
  }
  names.clear()
})
const changes = (entries: Record<string, string | null>) => new Map(Object.entries(entries))
const lost = expect.objectContaining({ code: 'request_aborted' })

describe('createIndexedDbStorage', () => {
  test('default', async () => {
    const name = freshName()
    const first = open(name)
    expect(await first.load()).toEqual(new Map())
    await first.write(changes({ a: '1', b: '2', c: '3' }))
    await first.write(changes({ a: null, b: 'two' }))
    expect(await open(name).load()).toEqual(changes({ b: 'two', c: '3' }))
  })

  test('behavior: the last tab that loaded it may write; writes of other tabs are refused completely', async () => {
    const name = freshName()
    const first = open(name)
    await first.load()
    await first.write(changes({ state: 'first' }))
    const second = open(name)
    await second.load()
    await expect(first.write(changes({ state: 'stale', outbox: 'stale' }))).rejects.toEqual(lost)
    await second.write(changes({ state: 'second' }))
    expect(await second.load()).toEqual(changes({ state: 'second' }))
    // The first tab takes it back by loading it.
    expect(await first.load()).toEqual(changes({ state: 'second' }))
    await expect(second.write(changes({ state: 'stale' }))).rejects.toEqual(lost)
    await first.write(changes({ state: 'first again' }))
    expect(await open(name).load()).toEqual(changes({ state: 'first again' }))
  })

  test('behavior: a pending write is complete before another tab loads, or never happens', async () => {
    const name = freshName()
    const first = open(name)
    await first.load()
    const second = open(name)
    const [written, seen] = await Promise.all([
      first.write(changes({ state: 'first' })).then(
        () => true,
        () => false,
      ),
      second.load(),
    ])
    expect(seen.has('state')).toBe(written)
    expect((await second.load()).has('state')).toBe(written)
  })

  test('behavior: a store on it keeps the order of insertion', async () => {
    const name = freshName()
    const store = await createClientStore({ storage: open(name) })
    await store.change({ 'sessions/z': 1, 'sessions/a': 2 })
    await store.change({ 'sessions/m': 3, 'sessions/z': 4 })
    const again = await createClientStore({ storage: open(name) })
    expect(again.list('sessions/')).toEqual([
      ['sessions/z', 4],
      ['sessions/a', 2],
      ['sessions/m', 3],
    ])
  })

  test('behavior: clearing the site data while the page is open breaks nothing', async () => {
    const name = freshName()
    const storage = open(name)
    await storage.load()
    await storage.write(changes({ a: '1' }))
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = resolve
    })
    await storage.write(changes({ b: '2' }))
    expect(await storage.load()).toEqual(changes({ b: '2' }))
  })

  test('behavior: reopens a closed database on demand', async () => {
    const storage = open(freshName())
    await storage.load()
    const writing = storage.write(changes({ a: '1' }))
    storage.close?.()
    await writing
    expect(await storage.load()).toEqual(changes({ a: '1' }))
  })

  test('behavior: uses memory without IndexedDB', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const stub of [undefined, { open: denied }]) {
      vi.stubGlobal('indexedDB', stub)
      const storage = createIndexedDbStorage({ name: 'none' })
      await storage.load()
      await storage.write(changes({ a: '1' }))
      expect(await storage.load()).toEqual(changes({ a: '1' }))
    }
  })
})
