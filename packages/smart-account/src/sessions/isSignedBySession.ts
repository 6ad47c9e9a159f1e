import { p256 } from '@noble/curves/nist.js'
import { getAddress, hexToBytes, isAddressEqual, recoverAddress, size } from 'viem/utils'
import type { Grant } from './Grant.ts'

/**
 * Whether the key of a session signed a hash, as it is: the judgement of the chain (`SessionSignatures`), but that both forms of a P-256
 * signature count, because {@link encodeSessionSignature} writes the one that the chain takes.
 */
export async function isSignedBySession({
  grant: { signer },
  hash,
  signature,
}: {
  grant: Pick<Grant, 'signer'>
  hash: `0x${string}`
  /** 65 bytes, or 64 (r, s) of P-256. */
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
    // What is not even a signature, or no point of the curve.
    return false
  }
}
