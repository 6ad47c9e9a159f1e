import { p256 } from '@noble/curves/nist.js'
import { getAddress, hexToBytes, isAddressEqual, recoverAddress, size } from 'viem/utils'
import type { Grant } from './Grant.ts'

/**
 * Returns whether a permission's key signed a hash. The check equals that of the chain (`SessionSignatures`), except that
 * both forms of a P-256 signature are valid. {@link encodeSessionSignature} writes the form that the chain accepts.
 */
export async function isSignedBySession({
  grant: { signer },
  hash,
  signature,
}: {
  grant: Pick<Grant, 'signer'>
  hash: `0x${string}`
  /** 65 bytes, or 64 (r, s) for P-256. */
  signature: `0x${string}`
}): Promise<boolean> {
  try {
    if (size(signer) === 20) {
      return size(signature) === 65 && isAddressEqual(await recoverAddress({ hash, signature }), getAddress(signer))
    }
    if (size(signer) !== 64 || size(signature) !== 64) return false
    const key = hexToBytes(`0x04${signer.slice(2)}`)
    return p256.verify(hexToBytes(signature), hexToBytes(hash), key, { lowS: false, prehash: false })
  } catch {
    // Not a well-formed signature, or no point of the curve.
    return false
  }
}
