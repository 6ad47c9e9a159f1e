import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { LoginParts } from '../auth/LoginParts.ts'
import { readContactEmail } from '../auth/readContactEmail.ts'
import { devices, identities, loginMoves } from '../auth/schema.ts'
import type { MailContents } from '../mail/Mailer.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { deviceShares } from '../vaults/schema.ts'
import { ancestorsOf, readMovesOf } from './moveStore.ts'

const day = 24 * 60 * 60

/** Days for which the email can undo a move. */
const undoDays = 30

/** Accounts between which a login method moves. */
type Course = { identityId: string; fromUserId: string; toUserId: string }

/**
 * Moves a login method from one account to another, in the caller's transaction, which has locked it. Ends its logins in the previous
 * account, except on devices that have the account's wallet. Both mailboxes get a notice with a link that undoes the move. If the login
 * method returns to its previous account, only that account gets one. No wallet changes.
 *
 * @param options.notice content of the notice besides the link
 * @returns the ended logins, for `sessions.announce`
 */
export async function moveLogin(
  { context: { clock }, walletOrigin, sealer, audit, mailer, sessions }: LoginParts,
  tx: Transaction,
  {
    course: { identityId, fromUserId, toUserId },
    by,
    notice,
    app,
    language,
  }: {
    course: Course
    /** The calling device. Null for the link of an email. */
    by: { deviceId: string; sessionId: string } | null
    notice:
      | { template: 'loginMoved'; contents: Omit<MailContents['loginMoved'], 'app' | 'undoUrl' | 'days'> }
      | { template: 'loginReturned'; contents: Omit<MailContents['loginReturned'], 'app' | 'undoUrl' | 'days'> }
    app: string
    language: string
  },
): Promise<string[]> {
  const now = clock.now()
  const token = createToken()
  const kind = notice.template === 'loginMoved' ? 'start' : 'return'
  await tx.update(identities).set({ userId: toUserId }).where(eq(identities.id, identityId))
  await tx.insert(loginMoves).values({
    ...{ id: randomUUID(), identityId, fromUserId, toUserId, kind, app, language },
    movedAt: new Date(now),
    undoHash: hashToken(token),
    undoUntil: new Date(now + undoDays * day * 1000),
  })
  const link = { app, undoUrl: `${walletOrigin}/w/return#${token}`, days: undoDays }
  // After a return to the earlier account, only its mailbox gets a link. The newer account's mailbox must not be able to take the login
  // method again.
  const isReturned = ancestorsOf(fromUserId, await readMovesOf(tx, { identityId })).includes(toUserId)
  const told = isReturned ? [toUserId] : [fromUserId, toUserId]
  const mailboxes = await Promise.all(told.map((userId) => readContactEmail(tx, { userId, sealer })))
  for (const to of new Set(mailboxes)) {
    if (to === undefined) continue
    // Send it only while the link can be used.
    const mail = { to, language, ttl: undoDays * day }
    if (notice.template === 'loginMoved')
      await mailer.enqueue(tx, { ...mail, template: 'loginMoved', contents: { ...notice.contents, ...link } })
    else await mailer.enqueue(tx, { ...mail, template: 'loginReturned', contents: link })
  }
  const ended = await endStrayed(tx, { sessions, userId: fromUserId, identityId, except: by?.deviceId })
  const event = kind === 'start' ? 'login.moved' : 'login.returned'
  for (const userId of [fromUserId, toUserId])
    await audit.record(tx, { event, userId, deviceId: by?.deviceId ?? null, data: { mail: by === null } })
  return ended
}

/** Ends the logins of a login method, except on devices that have the account's wallet. */
async function endStrayed(
  tx: Transaction,
  {
    sessions,
    userId,
    identityId,
    except,
  }: { sessions: LoginParts['sessions']; userId: string; identityId: string; except: string | undefined },
): Promise<string[]> {
  const strayed = await tx
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(deviceShares, eq(deviceShares.deviceId, devices.id))
    .where(and(eq(devices.userId, userId), isNull(devices.revokedAt), isNull(deviceShares.deviceId)))
  const ended: string[] = []
  for (const { id: deviceId } of strayed) {
    if (deviceId === except) continue
    ended.push(...(await sessions.end(tx, { userId, deviceId, identityId, by: 'login.moved' })))
  }
  return ended
}

/** Locks a login method, so that its moves run one after the other. */
export async function lockLogin(tx: Transaction, identityId: string) {
  const [row] = await tx
    .select({ id: identities.id, userId: identities.userId, scope: identities.scope })
    .from(identities)
    .where(eq(identities.id, identityId))
    .for('update')
  return row
}
