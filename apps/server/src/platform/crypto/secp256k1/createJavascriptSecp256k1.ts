import { secp256k1 } from '@noble/curves/secp256k1'
import { isRecoverable } from './isRecoverable.ts'
import type { Secp256k1Curve } from './Secp256k1Curve.ts'

/** The curve in JavaScript, for platforms without {@link createNativeSecp256k1}. */
export function createJavascriptSecp256k1(): Secp256k1Curve {
  return {
    name: 'javascript',
    recover: (signed) => {
      if (!isRecoverable(signed)) return undefined
      try {
        const { signature, recovery, hash } = signed
        return secp256k1.Signature.fromCompact(signature)
          .addRecoveryBit(recovery)
          .recoverPublicKey(hash)
          .toRawBytes(false)
      } catch {
        return undefined
      }
    },
    sign: ({ hash, privateKey }) => {
      if (hash.length !== 32) throw new Error('A hash has 32 bytes')
      const signed = secp256k1.sign(hash, privateKey, { lowS: true, extraEntropy: false })
      return { signature: signed.toCompactRawBytes(), recovery: signed.recovery }
    },
  }
}
