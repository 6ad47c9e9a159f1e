import { createHash } from 'node:crypto'

/** Challenge of an authorization request (RFC 7636). */
export type Challenge = { value: string; method: string }

/**
 * Returns whether a verifier belongs to a challenge. A verifier without a challenge is refused as well, because an attacker
 * may have removed the challenge (RFC 9700, 2.1.1).
 */
export function checkPkce({
  challenge,
  verifier,
}: {
  challenge: Challenge | undefined
  verifier: string | undefined
}): boolean {
  if (!challenge || !verifier) return !challenge && !verifier
  if (challenge.method === 'plain') return verifier === challenge.value
  return challenge.method === 'S256' && createHash('sha256').update(verifier).digest('base64url') === challenge.value
}
