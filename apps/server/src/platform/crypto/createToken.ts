import { randomBytes } from 'node:crypto'

/** Returns an unguessable token: 32 random bytes as base64url, for links, refresh tokens, handshakes, states and cookies. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}
