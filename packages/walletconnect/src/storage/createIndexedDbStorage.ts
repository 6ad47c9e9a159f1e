import { WalletConnectError } from '@latchkey/protocol/relay'
import type { ClientStorage } from './ClientStorage.ts'
import { createMemoryStorage } from './createMemoryStorage.ts'

const entriesName = 'entries'
const ownersName = 'owners'

/**
 * Keeps a client's state in IndexedDB, for all tabs of an origin. A write is one transaction. The tab that loads the storage takes it
 * over: later writes of previous owners are refused within their transaction. So a tab that was frozen cannot overwrite the data of
 * its successor.
 *
 * Without IndexedDB (blocked in settings, some private windows) it uses memory: everything works until the page closes. Touches
 * nothing before `load`.
 * @param options.name of the database; one for each client of an origin
 * @throws LatchkeyError `request_aborted` from `write`, if another tab has loaded the storage since; DOMException of the browser, such
 * as QuotaExceededError
 * @example createAppClient({ relays, metadata, storage: createIndexedDbStorage({ name: 'my-app' }) })
 */
export function createIndexedDbStorage({ name }: { name: string }): ClientStorage {
  const memory = createMemoryStorage()
  let database: Promise<IDBDatabase | undefined> | undefined
  let owner: IDBValidKey | undefined

  const open = () => {
    database ??= openDatabase(name, () => {
      database = undefined
    })
    return database
  }

  return {
    load: async () => {
      const opened = await open()
      if (!opened) return memory.load()
      return run(opened, (transaction, give) => {
        const owners = transaction.objectStore(ownersName)
        owners.clear()
        owners.add(true).onsuccess = ({ target }) => {
          owner = (target as IDBRequest<IDBValidKey>).result
        }
        const entries = transaction.objectStore(entriesName)
        const keys = entries.getAllKeys()
        const texts = entries.getAll()
        texts.onsuccess = () => {
          const pairs = keys.result.map((key, at) => [String(key), String(texts.result[at])] as const)
          give(new Map(pairs))
        }
      })
    },
    write: async (changes) => {
      const opened = await open()
      if (!opened) return memory.write(changes)
      await run<void>(opened, (transaction, give, refuse) => {
        const held = transaction.objectStore(ownersName).getAllKeys()
        held.onsuccess = () => {
          // No owner at all: the visitor cleared the site's data while the page was open.
          const [holder = owner] = held.result
          if (holder !== owner)
            return refuse(new WalletConnectError('request_aborted', { details: 'Another tab owns the client now' }))
          const entries = transaction.objectStore(entriesName)
          for (const [key, text] of changes) {
            if (text === null) entries.delete(key)
            else entries.put(text, key)
          }
          give()
        }
      })
    },
    close: () => {
      void database?.then((opened) => opened?.close())
      database = undefined
    },
  }
}

/** Returns undefined if IndexedDB is not available. */
function openDatabase(name: string, onLost: () => void): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(entriesName)
        request.result.createObjectStore(ownersName, { autoIncrement: true })
      }
      request.onsuccess = () => {
        // The browser closed it, or the page wants to delete it: the next call opens it again.
        request.result.onclose = onLost
        request.result.onversionchange = () => {
          request.result.close()
          onLost()
        }
        resolve(request.result)
      }
      request.onerror = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

/** Runs a transaction. The result passed to `give` counts after the transaction completes. */
function run<Result>(
  database: IDBDatabase,
  work: (transaction: IDBTransaction, give: (result: Result) => void, refuse: (error: Error) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([entriesName, ownersName], 'readwrite')
    let given: { result: Result } | undefined
    let refusal: Error | undefined
    transaction.oncomplete = () => {
      if (given) resolve(given.result)
    }
    transaction.onabort = () => reject(refusal ?? transaction.error)
    work(
      transaction,
      (result) => {
        given = { result }
      },
      (error) => {
        refusal = error
        transaction.abort()
      },
    )
  })
}
