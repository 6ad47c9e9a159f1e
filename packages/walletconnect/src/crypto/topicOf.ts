import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/**
 * Returns the topic of a key: SHA-256 of its bytes. The topic of a symmetric key carries its messages; the topic of a public key
 * receives the answers to a sign-in.
 * @param key 64 hexadecimal digits
 */
export function topicOf(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)))
}
