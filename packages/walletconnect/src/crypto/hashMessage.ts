import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/** Returns the ID of a message on a relay: SHA-256 of its text (UTF-8), hexadecimal. */
export function hashMessage(message: string): string {
  return bytesToHex(sha256(message))
}
