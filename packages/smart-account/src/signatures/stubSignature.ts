import type { PasskeyOwner } from '../account/AccountOwner.ts'
import { passkeySignature } from './passkeySignature.ts'

/** A well-formed signature without a known signer, so that its check costs the full gas. */
const ordinary: `0x${string}` = `0x${'5b'.repeat(32)}${'3c'.repeat(32)}1c`

/** Longer than the data of browsers and authenticators, because the gas depends on the length. */
const passkey = passkeySignature({
  authenticatorData: `0x${'a7'.repeat(32)}1d00000000`,
  clientDataJSON: JSON.stringify({
    type: 'webauthn.get',
    challenge: 'A'.repeat(43),
    origin: `https://wallet.${'a'.repeat(40)}.example`,
    crossOrigin: true,
    topOrigin: `https://${'a'.repeat(40)}.example`,
  }),
  signature: `0x${'5b'.repeat(32)}${'3c'.repeat(32)}`,
})

/**
 * Returns a placeholder for an owner's signature in a gas measurement. It is refused, and costs as much gas as a valid one.
 * For an owner with both keys, it is the passkey's, which costs more.
 */
export function stubSignature(owner: { passkey?: Pick<PasskeyOwner, 'x' | 'y'> } = {}): `0x${string}` {
  return owner.passkey ? passkey : ordinary
}
