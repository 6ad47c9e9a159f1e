import { createHash } from 'node:crypto'

/** How the token of a link is stored: it has 256 random bits, so that a plain hash hides it. */
export function hashLink(token: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
