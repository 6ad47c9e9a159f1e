import { type IDBPDatabase, openDB } from 'idb'
import { createMemoryStore } from './createMemoryStore.ts'
import type { Areas, KeyValueStore } from './KeyValueStore.ts'

const databaseName = '@latchkey-wallet'
const areas = ['keys', 'sessions', 'wallets', 'receivers'] as const satisfies readonly (keyof Areas)[]

/**
 * Opens what this device keeps: IndexedDB, written through to the disk (`durability: 'strict'`). Where the browser denies it, a
 * store in memory takes its place and says so.
 *
 * @param options.persist asks the browser not to clear it under pressure
 */
export async function openWalletStore({ persist }: { persist?: () => Promise<unknown> }): Promise<KeyValueStore> {
  let database: IDBPDatabase
  try {
    database = await openDB(databaseName, 1, {
      upgrade: (fresh) => {
        for (const area of areas) fresh.createObjectStore(area)
      },
    })
    // Some browsers open it and refuse to write.
    await database.put('keys', true, 'probe')
    await database.delete('keys', 'probe')
  } catch {
    return createMemoryStore()
  }
  // A wish; the wallet works when it is not granted.
  void Promise.resolve(persist?.()).catch(() => {})
  return {
    memoryOnly: false,
    get: (area, key) => database.get(area, key),
    put: async (area, key, value) => {
      const transaction = database.transaction(area, 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(value, key), transaction.done])
    },
    remove: async (area, key) => {
      const transaction = database.transaction(area, 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.delete(key), transaction.done])
    },
    all: (area) => database.getAll(area),
  }
}
