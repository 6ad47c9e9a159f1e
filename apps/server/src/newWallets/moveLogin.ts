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

/** Days for which the mail takes a move back. */
const undoDays = 30

/** Where a login leads from, and to. */
type Course = { identityId: string; fromUserId: string; toUserId: string }

/**
 * Leads a login from one account to another, in the caller's transaction, which has locked the identity. Sessions that began with it end in
 * the account that is left, but for those of devices that hold its wallet. The mailboxes of both accounts are told, with a link that leads it
 * back; where it returns to the account that was left before, that one's alone. Nothing of any wallet changes.
 *
 * @param options.notice what the notice says beside the link
 * @returns the sessions that ended, for `sessions.announce`
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
    /** The device that does it; null: the link of a mail. */
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
  // A login that is back where it was first is led away again by nobody whose own mailbox is that of the newer account.
  const isReturned = ancestorsOf(fromUserId, await readMovesOf(tx, { identityId })).includes(toUserId)
  const told = isReturned ? [toUserId] : [fromUserId, toUserId]
  const mailboxes = await Promise.all(told.map((userId) => readContactEmail(tx, { userId, sealer })))
  for (const to of new Set(mailboxes)) {
    if (to === undefined) continue
    // Worth sending for as long as it can be used.
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

/** Ends the sessions that began with a login, but for those of devices that hold the account's wallet. */
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

/** The identity of a login, locked: where it leads changes for one after the other. */
export async function lockLogin(tx: Transaction, identityId: string) {
  const [row] = await tx
    .select({ id: identities.id, userId: identities.userId, scope: identities.scope })
    .from(identities)
    .where(eq(identities.id, identityId))
    .for('update')
  return row
}
