import { ristretto255, ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { fromBase64url, toBase64url } from './bytes.ts'
import { invalid } from './storeDeviceShares.ts'

const { Point } = ristretto255

/**
 * Decodes a blinded password as an element of RFC 9497 (2.1): canonical, and not the identity.
 *
 * @throws LatchkeyError `invalid_body`
 */
export function readElement(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  try {
    if (!Point.fromBytes(bytes).is0()) return bytes
  } catch {
    // The library's message does not help the sender.
  }
  throw invalid('blinded', 'That is no element of ristretto255, or it is the identity')
}

/** Returns the public half of a password's key as base64url. Returns undefined for an invalid key: zero, or not below the group's order. */
export function publicKeyOf(key: Uint8Array): string | undefined {
  try {
    return toBase64url(Point.BASE.multiply(Point.Fn.fromBytes(key)).toBytes())
  } catch {
    return undefined
  }
}

/** Evaluates a blinded password (RFC 9497, BlindEvaluate, mode OPRF). */
export function evaluateElement({ key, element }: { key: Uint8Array; element: Uint8Array }): Uint8Array {
  return ristretto255_oprf.oprf.blindEvaluate(key, element)
}
