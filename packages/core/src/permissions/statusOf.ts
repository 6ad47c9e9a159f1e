import type { SmartSession } from '@latchkey/protocol/api'
import type { Permission } from './PermissionsFeature.ts'

/** Returns the status of a permission. Revoked takes precedence over expired. */
export function statusOf({ revokedAt, expiry }: SmartSession, now: number): Permission['status'] {
  if (revokedAt !== null) return 'revoked'
  return expiry * 1000 <= now ? 'expired' : 'active'
}
