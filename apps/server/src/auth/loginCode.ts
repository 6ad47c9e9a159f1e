import { randomInt } from 'node:crypto'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import { normalizeEmail } from './emailAddress.ts'

/** Seconds for which a code is good. */
export const codeSeconds = 10 * 60

/** How often a code may be wrong. */
export const codeTries = 5

/** Six digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** How a code is stored: only with the key, the attempt and the address does it say anything. */
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
