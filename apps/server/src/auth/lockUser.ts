import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { devices, sessions, users } from './schema.ts'

/**
 * Starts a change of a user's wallet and devices. Changes run one after the other. A login that ended during the wait cannot change
 * anything.
 *
 * @returns the end of the freeze of export and of the removal of factors
 * @throws LatchkeyError `session_ended`
 */
export async function lockUser({
  tx,
  session: { userId, sessionId, deviceId },
}: {
  tx: Transaction
  session: WalletSession
}): Promise<{ frozenUntil: Date | null }> {
  const [user] = await tx
    .select({ frozenUntil: users.frozenUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  const [alive] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(devices, eq(devices.id, sessions.deviceId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        eq(devices.id, deviceId),
        isNull(sessions.revokedAt),
        isNull(devices.revokedAt),
      ),
    )
  if (!user || !alive) throw new ServiceError('session_ended')
  return user
}
