import type { KeyValueStorage } from '../environment/Environment.ts'

/** Whether a storage holds one of these records. One that refuses holds nothing. */
export function holdsRecord(storage: KeyValueStorage, ...keys: readonly string[]): boolean {
  try {
    return keys.some((key) => storage.getItem(key) !== null)
  } catch {
    return false
  }
}
