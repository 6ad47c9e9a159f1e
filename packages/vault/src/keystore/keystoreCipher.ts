import { keccak_256 } from '@noble/hashes/sha3'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'

/** Applies AES-128-CTR with the first half of the derived key; sealing and opening are the same. */
export async function applyKeystoreCipher({
  derivedKey,
  iv,
  text,
}: {
  derivedKey: Uint8Array
  iv: Uint8Array
  text: Uint8Array
}): Promise<Bytes> {
  const raw = asBytes(derivedKey.subarray(0, 16))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-CTR', false, ['encrypt'])
  const algorithm = { name: 'AES-CTR', counter: asBytes(iv), length: 128 }
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, asBytes(text)))
}

/** Returns Keccak-256 of the second half of the derived key and the ciphertext. */
export function keystoreMacOf({ derivedKey, ciphertext }: { derivedKey: Uint8Array; ciphertext: Uint8Array }): Bytes {
  return asBytes(keccak_256(concatBytes(derivedKey.subarray(16, 32), ciphertext)))
}
