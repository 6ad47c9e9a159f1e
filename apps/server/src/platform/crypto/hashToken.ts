import { createHash } from 'node:crypto'

/** How a token of `createToken` is stored: SHA-256. It has 256 random bits, so that a plain hash hides it. */
export function hashToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
