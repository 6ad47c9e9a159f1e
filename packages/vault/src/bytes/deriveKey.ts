import { hkdf } from '@noble/hashes/hkdf'
import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { asBytes, type Bytes } from './Bytes.ts'

/** Derives 32 bytes of a secret for the purpose `info`: HKDF-SHA256 (RFC 5869). */
export function deriveKey({
  secret,
  salt,
  info,
}: {
  secret: Uint8Array
  salt?: Uint8Array | undefined
  info: string
}): Bytes {
  return asBytes(hkdf(sha256, secret, salt, info, 32))
}

/** Returns the HMAC-SHA256 of a message under the key for the purpose `info`. */
export function authenticate({
  secret,
  info,
  message,
}: {
  secret: Uint8Array
  info: string
  message: Uint8Array
}): Bytes {
  const key = deriveKey({ secret, info })
  const tag = hmac(sha256, key, message)
  key.fill(0)
  return asBytes(tag)
}
