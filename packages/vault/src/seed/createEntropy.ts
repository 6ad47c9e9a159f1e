import type { Bytes } from '../bytes/Bytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

/**
 * Creates the entropy of a new wallet: 128 random bits, twelve words of BIP-39.
 *
 * @example const mnemonic = toMnemonic({ entropy: createEntropy(), words })
 */
export function createEntropy(): Bytes {
  return randomBytes(16)
}
