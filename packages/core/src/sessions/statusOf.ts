import type { SmartSession } from '@latchkey/protocol/api'
import type { Session } from './SessionsFeature.ts'

/** Where a session stands. Revoked goes before expired: it was taken back, whatever the clock says. */
export function statusOf({ revokedAt, expiry }: SmartSession, now: number): Session['status'] {
  if (revokedAt !== null) return 'revoked'
  return expiry * 1000 <= now ? 'expired' : 'active'
}
