import type { ClientStorage } from './ClientStorage.ts'

/**
 * Keeps a client's state as long as the object lives; a client made with the same object goes on where the last one ended.
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
