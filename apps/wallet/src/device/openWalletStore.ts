import { createMemoryStore } from './createMemoryStore.ts'
import type { Areas, KeyValueStore } from './KeyValueStore.ts'

const databaseName = '@latchkey-wallet'
const areas: readonly (keyof Areas)[] = [
  'keys',
  'sessions',
  'wallets',
  'receivers',
  'sendings',
  'operations',
  'accountChoices',
  'grants',
  'offlineExports',
  'healthPins',
]

/**
 * Opens the storage of this device: IndexedDB, written through to disk (`durability: 'strict'`). If the browser denies it, returns a
 * store in memory with `memoryOnly`.
 *
 * @param options.persist asks the browser not to clear it under storage pressure
 */
export async function openWalletStore({ persist }: { persist?: () => Promise<unknown> }): Promise<KeyValueStore> {
  let database: IDBDatabase
  const read = <T>(area: keyof Areas, ask: (store: IDBObjectStore) => IDBRequest) =>
    settle(ask(database.transaction(area).objectStore(area))) as Promise<T>
  const write = async (area: keyof Areas, ask: (store: IDBObjectStore) => IDBRequest) => {
    const transaction = database.transaction(area, 'readwrite', { durability: 'strict' })
    ask(transaction.objectStore(area))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
  }
  try {
    database = await openDatabase()
    // Some browsers open it and refuse to write.
    const probe = database.transaction('keys', 'readwrite').objectStore('keys')
    await settle(probe.put(true, 'probe'))
    await settle(probe.delete('probe'))
  } catch {
    return createMemoryStore()
  }
  // Optional: the wallet works without it.
  void Promise.resolve(persist?.()).catch(() => {})
  return {
    memoryOnly: false,
    get: (area, key) => read(area, (store) => store.get(key)),
    put: (area, key, value) => write(area, (store) => store.put(value, key)),
    remove: (area, key) => write(area, (store) => store.delete(key)),
    all: (area) => read(area, (store) => store.getAll()),
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 4)
  request.onupgradeneeded = () => {
    const { result: database } = request
    // Data of an earlier version stays.
    for (const area of areas) if (!database.objectStoreNames.contains(area)) database.createObjectStore(area)
  }
  return settle(request).then((database) => {
    // A page of a later version must not wait for this one.
    database.onversionchange = () => database.close()
    return database
  })
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
