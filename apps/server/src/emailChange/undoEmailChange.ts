import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, gt, gte, inArray, ne } from 'drizzle-orm'
import { freezeSeconds } from '../auth/freezeSeconds.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { insertLoginMethod } from '../auth/loginMethodStore.ts'
import { emailChanges, identities, users } from '../auth/schema.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { openAddress } from './changeStore.ts'
import { writeAddress } from './writeAddress.ts'

/**
 * Undoes a change with the link in the old mailbox. Restores the old address, reverts every later change, ends all logins, and starts the
 * freeze again.
 *
 * @throws LatchkeyError `link_invalid`, `rate_limited`
 */
export async function undoEmailChange(
  { context: { database, clock }, sealer, audit, limits, sessions }: LoginParts,
  { token, ip }: { token: string; ip: string },
): Promise<{ email: string }> {
  await limits.tryCode({ ip })
  const outcome = await database.transaction(async (tx) => {
    const now = clock.now()
    const [change] = await tx
      .update(emailChanges)
      .set({ step: 'undone' })
      .where(
        and(
          eq(emailChanges.undoHash, hashToken(token)),
          eq(emailChanges.step, 'done'),
          gt(emailChanges.undoUntil, new Date(now)),
        ),
      )
      .returning()
    if (!change?.oldIndex) return undefined
    const { userId } = change
    // Lock the user first, like every change of an account, to prevent deadlocks.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const email = await openAddress({ change, which: 'old', sealer })
    const [identity] = await tx
      .select()
      .from(identities)
      .where(and(eq(identities.userId, userId), eq(identities.kind, 'email')))
      .for('update')
    if (identity) await writeAddress(tx, { id: identity.id, email, subjectIndex: change.oldIndex, now, sealer })
    else await restoreAddress(tx, { userId, email, now, sealer })
    // An attacker may have made further changes: remove login methods that were added since, and the links of later changes.
    await tx
      .delete(identities)
      .where(
        and(eq(identities.userId, userId), ne(identities.kind, 'email'), gte(identities.verifiedAt, change.createdAt)),
      )
    await tx
      .update(emailChanges)
      .set({ step: 'undone' })
      .where(
        and(
          eq(emailChanges.userId, userId),
          ne(emailChanges.id, change.id),
          gte(emailChanges.createdAt, change.createdAt),
          inArray(emailChanges.step, ['primary', 'secondary', 'done']),
        ),
      )
    await tx
      .update(users)
      .set({ frozenUntil: new Date(now + freezeSeconds * 1000) })
      .where(eq(users.id, userId))
    const ended = await sessions.end(tx, { userId, by: 'email.undone' })
    await audit.record(tx, { event: 'email.undone', userId, deviceId: null })
    return { email, ended }
  })
  if (!outcome) throw new ServiceError('link_invalid')
  await sessions.announce(outcome.ended)
  return { email: outcome.email }
}

/** Restores an address that was removed after the change. Until now it was reserved for the user. */
async function restoreAddress(
  tx: Transaction,
  { userId, email, now, sealer }: { userId: string; email: string; now: number; sealer: Sealer },
): Promise<void> {
  const [user] = await tx.select({ scope: users.scope }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('A user with an email address was deleted')
  await insertLoginMethod(tx, {
    userId,
    scope: user.scope,
    identity: { kind: 'email', email },
    now: new Date(now),
    sealer,
  })
}
