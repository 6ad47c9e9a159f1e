import type { LatchkeyError } from '@latchkey/protocol'
import { WalletConnectError } from '@latchkey/protocol/relay'
import type { ClientStorage } from './ClientStorage.ts'
import type { ClientStore } from './ClientStore.ts'

type Entry = { place: number; value: unknown }
type Waiter = { resolve: () => void; reject: (error: unknown) => void }

/**
 * Loads the state of a client and keeps storage up to date. One write runs at a time, later changes go into the next one, and each
 * `change` is written whole. The next write includes the changes of a failed one. Unreadable entries are dropped.
 * @param options.signal aborts when another tab owns the storage: nothing is written from then on and `change` rejects
 * @throws errors of the storage while it loads
 */
export async function createClientStore({
  storage,
  signal,
}: {
  storage: ClientStorage
  signal?: AbortSignal
}): Promise<ClientStore> {
  const entries = new Map<string, Entry>()
  let unwritten = new Map<string, string | null>()
  let waiters: Waiter[] = []
  let writing = false
  let lastPlace = 0

  const loaded = [...(await storage.load())].flatMap(([key, text]) => {
    const entry = readEntry(text)
    if (!entry) unwritten.set(key, null)
    return entry ? [[key, entry] as const] : []
  })
  for (const [key, entry] of loaded.sort(([, a], [, b]) => a.place - b.place)) {
    entries.set(key, entry)
    lastPlace = Math.max(lastPlace, entry.place)
  }

  const flush = async () => {
    while (waiters.length > 0) {
      const batch = waiters
      const changes = unwritten
      waiters = []
      unwritten = new Map()
      try {
        if (signal?.aborted) throw lost()
        if (changes.size > 0) await storage.write(changes)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        unwritten = new Map([...changes, ...unwritten])
        for (const { reject } of batch) reject(error)
      }
    }
    writing = false
  }

  return {
    get: (key) => entries.get(key)?.value,
    list: (prefix) =>
      [...entries].flatMap(([key, { value }]) => (key.startsWith(prefix) ? [[key, value] as const] : [])),
    change: (changes) => {
      if (signal?.aborted) return Promise.reject(lost())
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) {
          entries.delete(key)
          unwritten.set(key, null)
        } else {
          const place = entries.get(key)?.place ?? ++lastPlace
          entries.set(key, { place, value })
          unwritten.set(key, JSON.stringify([place, value]))
        }
      }
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
        if (writing) return
        writing = true
        // Other changes of this turn are part of the same write.
        queueMicrotask(flush)
      })
    },
  }
}

function lost(): LatchkeyError {
  return new WalletConnectError('request_aborted', { details: 'Another tab owns the client now' })
}

/** The visitor and older versions can change storage, so it may contain anything. */
function readEntry(text: string): Entry | undefined {
  try {
    const [place, value] = JSON.parse(text)
    return typeof place === 'number' && value !== undefined ? { place, value } : undefined
  } catch {
    return undefined
  }
}
