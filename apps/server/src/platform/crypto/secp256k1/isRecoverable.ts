import type { RecoverableSignature } from './Secp256k1Curve.ts'

/** Whether lengths and recovery id are such that a library may be asked. */
export function isRecoverable({ hash, signature, recovery }: { hash: Uint8Array } & RecoverableSignature): boolean {
  return hash.length === 32 && signature.length === 64 && [0, 1, 2, 3].includes(recovery)
}
