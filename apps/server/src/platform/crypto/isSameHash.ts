import { timingSafeEqual } from 'node:crypto'

/** Compares hashes in constant time. Returns false if the first one is null. */
export function isSameHash(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.length === other.length && timingSafeEqual(one, other)
}
