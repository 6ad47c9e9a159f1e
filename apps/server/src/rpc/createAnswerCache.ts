/** Cache of immutable answers. Removes the least recently used ones first. */
export type AnswerCache = {
  get: (key: string) => { result: unknown } | undefined
  set: (key: string, result: unknown, bytes: number) => void
  clear: () => void
}

/** Creates a cache with about `maxBytes` of answers, none larger than `maxEntryBytes`. */
export function createAnswerCache({
  maxBytes = 16 * 2 ** 20,
  maxEntryBytes = 2 ** 18,
}: {
  maxBytes?: number
  maxEntryBytes?: number
} = {}): AnswerCache {
  const entries = new Map<string, { result: unknown; bytes: number }>()
  let total = 0

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set: (key, result, bytes) => {
      if (bytes > maxEntryBytes || entries.has(key)) return
      const size = bytes + key.length
      entries.set(key, { result, bytes: size })
      total += size
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break
        entries.delete(oldest)
        total -= entry.bytes
      }
    },
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}
