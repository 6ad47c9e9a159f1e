import { decodeBase58 } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { isAddress } from '../address/isAddress.ts'

/**
 * Returns whether an account signed these bytes, as strictly as the cluster (RFC 8032), so that no second signature is valid for the
 * same message. False for an invalid address or signature.
 *
 * @example verifySignature({ address, message, signature })
 */
export function verifySignature({
  address,
  message,
  signature,
}: {
  address: string
  message: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}): boolean {
  const publicKey = isAddress(address) ? decodeBase58(address) : undefined
  if (!publicKey || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
