import type { PasskeyOwner } from '../account/AccountOwner.ts'
import { passkeySignature } from './passkeySignature.ts'

/** A signature of nobody's: well formed, so that whoever checks it does all of the work. */
const ordinary: `0x${string}` = `0x${'5b'.repeat(32)}${'3c'.repeat(32)}1c`

/** As long as what browsers and authenticators send, with some to spare: gas follows from the length. */
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
 * Stands where an owner's signature will be while gas is measured: it is refused, and costs as much as a right one. Of an owner with both
 * keys it is the passkey's, which costs more.
 */
export function stubSignature(owner: { passkey?: Pick<PasskeyOwner, 'x' | 'y'> } = {}): `0x${string}` {
  return owner.passkey ? passkey : ordinary
}
