import { and, eq } from 'drizzle-orm'
import { findUser } from '../auth/findOrCreateUser.ts'
import { freezeSeconds } from '../auth/freezeSeconds.ts'
import { isReserved } from '../auth/isReserved.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { emailChanges, identities, users } from '../auth/schema.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import { endMoveLinks } from '../newWallets/moveStore.ts'
import { requireSettledLogin } from '../newWallets/requireSettledLogin.ts'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { type Change, noCode, openAddress } from './changeStore.ts'
import { writeAddress } from './writeAddress.ts'

/** Hours for which the old address can undo a change. */
const undoHours = 72

const hour = 3_600_000

/**
 * Applies a change after both codes were right. The account gets the new address, and the old address gets a notice with an undo link.
 * Sensitive actions are frozen, and all other logins end.
 *
 * @returns the ended logins; undefined if the address belongs to another account, or its owner can still get it back
 */
export async function makeChange(
  { context: { clock }, walletOrigin, sealer, audit, mailer, sessions }: LoginParts,
  tx: Transaction,
  {
    change,
    session: { userId, deviceId, sessionId, hostOrigin },
    project,
    newEmail,
  }: { change: Change; session: WalletSession; project: ProjectConfig; newEmail: string },
): Promise<string[] | undefined> {
  const token = createToken()
  const now = clock.now()
  // The change may have started before the login method moved.
  await requireSettledLogin(tx, { userId, isChanged: ({ kind }) => kind === 'email', now: new Date(now) })
  const scope = scopeOf(project)
  const [identity] = await tx
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, 'email')))
    .for('update')
  const owner = await findUser(tx, { scope, subjectIndex: change.newIndex })
  const isOthers = owner !== undefined && owner !== userId
  // Another change can still be undone, which would return the address to its owner.
  const reserved = { subjectIndex: change.newIndex, now: new Date(now), exceptUserId: userId }
  if (!identity || isOthers || (await isReserved(tx, reserved))) {
    await tx.update(emailChanges).set({ step: 'dead' }).where(eq(emailChanges.id, change.id))
    return undefined
  }
  await endMoveLinks(tx, { identityId: identity.id })
  await writeAddress(tx, { id: identity.id, email: newEmail, subjectIndex: change.newIndex, now, sealer })
  await tx
    .update(emailChanges)
    .set({
      step: 'done',
      codeHash: noCode,
      undoHash: hashToken(token),
      undoUntil: new Date(now + undoHours * hour),
    })
    .where(eq(emailChanges.id, change.id))
  await tx
    .update(users)
    .set({ frozenUntil: new Date(now + freezeSeconds * 1000) })
    .where(eq(users.id, userId))
  const ended = await sessions.end(tx, { userId, exceptSessionId: sessionId, by: 'email.changed' })
  const oldEmail = await openAddress({ change, which: 'old', sealer })
  await mailer.enqueue(tx, {
    to: oldEmail,
    template: 'emailChanged',
    contents: {
      app: project.name,
      newEmail,
      undoUrl: `${walletOrigin}/w/undo#${token}`,
      hours: undoHours,
    },
    language: change.language,
    // Send it only while the link can be used.
    ttl: undoHours * 3600,
  })
  await audit.record(tx, { event: 'email.changed', userId, deviceId, data: { site: hostOrigin } })
  return ended
}
