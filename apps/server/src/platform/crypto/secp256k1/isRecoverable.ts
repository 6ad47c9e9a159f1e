import type { RecoverableSignature } from './Secp256k1Curve.ts'

/** Returns whether the lengths and the recovery id are valid input for a library. */
export function isRecoverable({ hash, signature, recovery }: { hash: Uint8Array } & RecoverableSignature): boolean {
  return hash.length === 32 && signature.length === 64 && [0, 1, 2, 3].includes(recovery)
}
