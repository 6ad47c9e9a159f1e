import { randomInt } from 'node:crypto'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { normalizeEmail } from './emailAddress.ts'

/** Seconds that a code is valid. */
export const codeSeconds = 10 * 60

/** Number of tries for a code. */
export const codeTries = 5

/** Returns six random digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Hashes a code for storage. Without the key, the attempt and the address, the hash reveals nothing. */
export function hashCode({
  attemptId,
  email,
  code,
  sealer,
}: {
  attemptId: string
  email: string
  code: string
  sealer: Pick<Sealer, 'mac'>
}): Uint8Array {
  return sealer.mac({ purpose: 'code', data: `${attemptId}|${normalizeEmail(email)}|${code}` })
}
