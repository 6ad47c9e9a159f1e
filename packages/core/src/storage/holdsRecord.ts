import type { KeyValueStorage } from '../environment/Environment.ts'

/** Whether a storage has one of these records. False if it throws. */
export function holdsRecord(storage: KeyValueStorage, ...keys: readonly string[]): boolean {
  try {
    return keys.some((key) => storage.getItem(key) !== null)
  } catch {
    return false
  }
}
