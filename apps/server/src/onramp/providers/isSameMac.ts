import { timingSafeEqual } from 'node:crypto'

/** Compares two codes in a time that does not depend on what they are. */
export function isSameMac(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
