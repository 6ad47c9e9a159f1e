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
 * Opens what this device keeps: IndexedDB, written through to the disk (`durability: 'strict'`). Where the browser denies it, a
 * store in memory takes its place and says so.
 *
 * @param options.persist asks the browser not to clear it under pressure
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
  // A wish; the wallet works when it is not granted.
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
    // What an earlier version kept stays.
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
