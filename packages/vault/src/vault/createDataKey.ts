import type { Bytes } from '../bytes/Bytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

/** A new data key: 32 random bytes that seal the vault and are split for each device. */
export function createDataKey(): Bytes {
  return randomBytes(32)
}
