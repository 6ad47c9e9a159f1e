/** Purpose of a passkey challenge. */
export type PasskeyPurpose = 'register' | 'login' | 'step-up'

/**
 * Returns the text whose SHA-256 is the challenge that a passkey answers. The text names its purpose, so a challenge of the server is never
 * the hash of an operation or of any other message. Client and server both build the challenge from the random part.
 *
 * @param options.nonce 32 random bytes as unpadded base64url text
 * @example
 * const challenge = sha256(new TextEncoder().encode(passkeyChallengeText({ purpose: 'login', nonce })))
 */
export function passkeyChallengeText({ purpose, nonce }: { purpose: PasskeyPurpose; nonce: string }): string {
  return ['Latchkey passkey challenge 1', `purpose: ${purpose}`, `nonce: ${nonce}`].join('\n')
}
