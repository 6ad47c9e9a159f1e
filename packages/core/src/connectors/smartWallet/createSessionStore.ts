import type { SessionKeys } from './sessionKeys.ts'

/** The stored connection to the wallet, from the handshake until the visitor disconnects. */
export type SmartWalletSession = SessionKeys & {
  /** The wallet's public key: SPKI, hexadecimal. */
  walletKey: string
  /** Checksum addresses (EIP-55). */
  accounts: readonly [string, ...string[]]
  /** EIP-155 chain ID of the current network. */
  chainId: number
  /** Chain IDs of the networks that the wallet offers; empty if it did not report them. */
  chains: readonly number[]
  /** As the wallet sent them, without validation. */
  capabilities: unknown
}

/** Stores one connection per wallet. */
export type SessionStore = {
  read: () => Promise<SmartWalletSession | undefined>
  write: (session: SmartWalletSession) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Creates the store in IndexedDB, where the private key stays unreadable. If the browser refuses (a sandboxed frame, a private window), it
 * stores the connection in memory, for the lifetime of the page. The database stays open, so that a clear reaches the browser in the same
 * task. A page that is left right after a disconnect then keeps no key.
 */
export function createSessionStore({ walletOrigin }: { walletOrigin: string }): SessionStore {
  let memory: SmartWalletSession | undefined
  let opened: IDBDatabase | undefined
  const open = async () => {
    const database = await openDatabase()
    // The database was deleted or closed. It is opened again on the next use.
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
