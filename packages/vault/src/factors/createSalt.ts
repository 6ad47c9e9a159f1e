import type { Bytes } from '../bytes/Bytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

/** Returns the salt of a new factor: 16 random bytes, public. */
export function createSalt(): Bytes {
  return randomBytes(16)
}
