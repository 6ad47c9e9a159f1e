import { createPublicKey, type KeyObject } from 'node:crypto'

/** Bytes before the 32 bytes of an Ed25519 key in its DER form. Source: RFC 8410. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Creates a public key of Ed25519 (RFC 8032) from its 32 bytes.
 *
 * @throws Error if they are not a point of the curve
 * @example verify(null, message, toEd25519Key(bytes), signature)
 */
export function toEd25519Key(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([derPrefix, bytes]), format: 'der', type: 'spki' })
}
