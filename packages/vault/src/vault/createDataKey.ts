import type { Bytes } from '../bytes/Bytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

/**
 * Creates a data key: 32 random bytes that seal the vault and are split for each device.
 *
 * @example const shares = await splitDataKey({ dataKey: createDataKey() })
 */
export function createDataKey(): Bytes {
  return randomBytes(32)
}
