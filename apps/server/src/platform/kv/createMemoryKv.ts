import type { Clock } from '../clock/Clock.ts'
import type { Kv } from './Kv.ts'

/** Creates a key-value store inside one process, for a single server and for tests. Beyond `maxEntries`, the oldest entries are removed. */
export function createMemoryKv({ clock, maxEntries = 100_000 }: { clock: Clock; maxEntries?: number }): Kv {
  const entries = new Map<string, { value: string; expires: number }>()
  let closed = false

  const read = (key: string) => {
    if (closed) throw new Error('The key-value store is closed')
    const entry = entries.get(key)
    if (entry && entry.expires > clock.now()) return entry
    if (entry) entries.delete(key)
    return undefined
  }

  const write = (key: string, value: string, expires: number) => {
    entries.delete(key)
    entries.set(key, { value, expires })
    if (entries.size <= maxEntries) return
    const now = clock.now()
    for (const [old, { expires: end }] of entries) if (end <= now) entries.delete(old)
    for (const old of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(old)
    }
  }

  return {
    get: async (key) => read(key)?.value,
    set: async (key, value, { ttl }) => {
      read(key)
      write(key, value, clock.now() + ttl * 1000)
    },
    setIfAbsent: async (key, value, { ttl }) => {
      if (read(key)) return false
      write(key, value, clock.now() + ttl * 1000)
      return true
    },
    increment: async (key, { ttl }) => {
      const entry = read(key)
      const count = Number(entry?.value ?? 0) + 1
      write(key, String(count), entry?.expires ?? clock.now() + ttl * 1000)
      return count
    },
    delete: async (key) => {
      read(key)
      entries.delete(key)
    },
    ping: async () => {
      read('')
      return 0
    },
    close: async () => {
      closed = true
      entries.clear()
    },
  }
}
