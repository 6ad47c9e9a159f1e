import type { ClientStorage } from './ClientStorage.ts'

/**
 * Keeps a client's state as long as the object exists. A new client with the same object continues where the previous one ended.
 *
 * @example createAppClient({ relays, metadata, storage: createMemoryStorage() })
 */
export function createMemoryStorage(): ClientStorage {
  const entries = new Map<string, string>()
  return {
    load: async () => new Map(entries),
    write: async (changes) => {
      for (const [key, text] of changes) {
        if (text === null) entries.delete(key)
        else entries.set(key, text)
      }
    },
  }
}
