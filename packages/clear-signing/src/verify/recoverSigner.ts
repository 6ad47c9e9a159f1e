import { ServiceError } from '@latchkey/protocol/errors'
import { recoverAddress } from 'viem/utils'

/** Half of the order of secp256k1. A higher s is the second form of the same signature. Source: EIP-2. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Recovers the signer of a signature in the only form that networks accept.
 *
 * @throws LatchkeyError `signature_invalid`
 */
export async function recoverSigner({
  digest,
  r,
  s,
  yParity,
}: {
  digest: `0x${string}`
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}): Promise<`0x${string}`> {
  if ((yParity !== 0 && yParity !== 1) || BigInt(s) > halfOrder || BigInt(s) === 0n)
    throw new ServiceError('signature_invalid', { details: 'The signature is not in its canonical form' })
  try {
    return await recoverAddress({ hash: digest, signature: { r, s, yParity } })
  } catch (cause) {
    throw new ServiceError('signature_invalid', { cause })
  }
}
