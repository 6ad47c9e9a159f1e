import { timingSafeEqual } from 'node:crypto'

/** Compares hashes in a time that does not depend on what they are. None is the same as no other. */
export function isSameHash(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && one.length === other.length && timingSafeEqual(one, other)
}
