import type { SessionKeys } from './sessionKeys.ts'

/** What is kept of a session with the wallet, from the handshake until the visitor disconnects. */
export type SmartWalletSession = SessionKeys & {
  /** The wallet's public key: SPKI, hexadecimal. */
  walletKey: string
  /** EIP-55 checksummed. */
  accounts: readonly [string, ...string[]]
  /** The EIP-155 number of the network in use. */
  chainId: number
  /** The numbers of the networks that the wallet offers; empty when it did not say. */
  chains: readonly number[]
  /** As the wallet sent them, not yet read. */
  capabilities: unknown
}

/** Keeps one session per wallet. */
export type SessionStore = {
  read: () => Promise<SmartWalletSession | undefined>
  write: (session: SmartWalletSession) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Keeps the session in IndexedDB, where a private key can lie without being readable; in memory where the browser
 * refuses (a sandboxed frame, a private window), so that it lasts as long as the page. The database stays open: what is cleared is
 * handed to the browser in the same task, so a page that is left right after a disconnect keeps no key.
 */
export function createSessionStore({ walletOrigin }: { walletOrigin: string }): SessionStore {
  let memory: SmartWalletSession | undefined
  let opened: IDBDatabase | undefined
  const open = async () => {
    const database = await openDatabase()
    // Somebody deletes it, or the browser takes it away: it is opened again when it is needed.
    database.onversionchange = database.onclose = () => {
      database.close()
      opened = undefined
    }
    opened = database
    return database
  }
  const use = async <Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>) => {
    const database = opened ?? (await open())
    return new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction('sessions', mode)
      const request = act(transaction.objectStore('sessions'))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.commit()
    })
  }
  return {
    read: async () => {
      if (memory) return memory
      return use('readonly', (store) => store.get(walletOrigin) as IDBRequest<SmartWalletSession | undefined>).catch(
        () => undefined,
      )
    },
    write: async (session) => {
      try {
        await use('readwrite', (store) => store.put(session, walletOrigin))
        memory = undefined
      } catch {
        memory = session
      }
    },
    clear: async () => {
      memory = undefined
      await use('readwrite', (store) => store.delete(walletOrigin)).catch(() => {})
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('latchkey-smart-wallet', 1)
    request.onupgradeneeded = () => void request.result.createObjectStore('sessions')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
