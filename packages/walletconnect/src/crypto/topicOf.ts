import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/**
 * The topic that belongs to a key: SHA-256 of its bytes. For a symmetric key, where its messages travel; for a public key, where
 * the answers to a sign-in come in.
 * @param key 64 hexadecimal digits
 */
export function topicOf(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)))
}
