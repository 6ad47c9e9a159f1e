import type { Bytes } from './Bytes.ts'

/** Returns bytes of the platform's cryptographic generator, the only source of randomness in this package. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}
