import { createHash } from 'node:crypto'

/** Returns the SHA-256 under which a token of `createToken` is stored. The token has 256 random bits, so a plain hash hides it. */
export function hashToken(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
