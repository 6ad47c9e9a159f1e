import { ServiceError } from '@latchkey/protocol/errors'
import { type PasskeyPurpose, passkeyChallengeText } from '@latchkey/protocol/wallet'
import { toBase64Url } from '@latchkey/vault'

/** A passkey challenge of the server. */
export type PasskeyChallenge = { challengeId: string; nonce: string; options: Record<string, unknown> }

/**
 * Checks that a challenge is the hash of its purpose and random part. Otherwise a server could have a passkey sign another hash, such
 * as an operation's, as if it were a login.
 *
 * @throws LatchkeyError `passkey_refused`
 */
export async function readChallenge(purpose: PasskeyPurpose, challenge: PasskeyChallenge): Promise<PasskeyChallenge> {
  const text = new TextEncoder().encode(passkeyChallengeText({ purpose, nonce: challenge.nonce }))
  const expected = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
  if (challenge.options.challenge !== expected) {
    throw new ServiceError('passkey_refused', { message: 'The server asked the passkey to sign something else' })
  }
  return challenge
}
