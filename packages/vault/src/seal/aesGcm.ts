import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

const ivLength = 12

/** Seals with AES-256-GCM and a random 96 bit nonce in front of the ciphertext. */
export async function sealAesGcm({
  key,
  plaintext,
  additionalData,
}: {
  key: CryptoKey
  plaintext: Uint8Array
  additionalData: Uint8Array
}): Promise<Bytes> {
  const iv = randomBytes(ivLength)
  const algorithm = { name: 'AES-GCM', iv, additionalData: asBytes(additionalData) }
  return concatBytes(iv, new Uint8Array(await crypto.subtle.encrypt(algorithm, key, asBytes(plaintext))))
}

/** Opens data of {@link sealAesGcm}; undefined if key, data or ciphertext do not match. */
export async function openAesGcm({
  key,
  box,
  additionalData,
}: {
  key: CryptoKey
  box: Uint8Array
  additionalData: Uint8Array
}): Promise<Bytes | undefined> {
  const algorithm = { name: 'AES-GCM', iv: asBytes(box.subarray(0, ivLength)), additionalData: asBytes(additionalData) }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, asBytes(box.subarray(ivLength))))
  } catch {
    return undefined
  }
}

/** Imports raw bytes as an AES-256-GCM key for one usage. */
export async function importAesKey(raw: Uint8Array, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', asBytes(raw), 'AES-GCM', false, [usage])
}
