import { sha256, stringToHex } from 'viem/utils'

/**
 * Returns the hash of a relying party's ID. Authenticators write it into every assertion, and a smart account stores it with
 * a passkey. Source: WebAuthn, `rpIdHash` of the authenticator data.
 *
 * @param rpId A domain, such as `wallet.example`.
 */
export function rpIdHashOf(rpId: string): `0x${string}` {
  return sha256(stringToHex(rpId))
}
