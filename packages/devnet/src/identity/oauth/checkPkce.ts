import { createHash } from 'node:crypto'

/** What a code was asked with (RFC 7636). */
export type Challenge = { value: string; method: string }

/** Whether a verifier belongs to a challenge. A verifier without a challenge is refused too: somebody took the challenge away (RFC 9700, 2.1.1). */
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
