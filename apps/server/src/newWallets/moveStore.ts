import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { devices, loginMoves, sessions } from '../auth/schema.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { deviceShares, wallets } from '../vaults/schema.ts'

type Handle = Database | Transaction

/** A time that a login was led from one account to another. */
export type LoginMove = typeof loginMoves.$inferSelect

/** Every move of the logins that lead, or led, to an account; the newest first. */
export async function readMoves(db: Handle, { userId }: { userId: string }): Promise<LoginMove[]> {
  const own = db
    .select({ id: loginMoves.identityId })
    .from(loginMoves)
    .where(or(eq(loginMoves.fromUserId, userId), eq(loginMoves.toUserId, userId)))
  return db
    .select()
    .from(loginMoves)
    .where(inArray(loginMoves.identityId, own))
    .orderBy(desc(loginMoves.movedAt), desc(loginMoves.id))
}

/** The accounts that moves lead from and to. */
export function accountsOf(moves: readonly LoginMove[]): string[] {
  return [...new Set(moves.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]))]
}

/**
 * The account that a login leads to on one device: the one whose wallet the device holds, among all that the login ever led to; else the one
 * that it leads to now. So no move takes a wallet from a device that has it.
 *
 * @param options.jkt thumbprint of the device's key
 */
export async function findAccountOfLogin(
  tx: Transaction,
  { identityId, userId, jkt }: { identityId: string; userId: string; jkt: string },
): Promise<string> {
  const moves = await tx.select().from(loginMoves).where(eq(loginMoves.identityId, identityId))
  if (moves.length === 0) return userId
  const holding = await tx
    .select({ userId: devices.userId })
    .from(devices)
    .innerJoin(wallets, eq(wallets.userId, devices.userId))
    .innerJoin(deviceShares, and(eq(deviceShares.deviceId, devices.id), eq(deviceShares.walletId, wallets.id)))
    .where(and(inArray(devices.userId, accountsOf(moves)), eq(devices.jkt, jkt), isNull(devices.revokedAt)))
    .orderBy(desc(devices.lastSeenAt))
  return holding.some((one) => one.userId === userId) ? userId : (holding[0]?.userId ?? userId)
}

/**
 * Whether the login that leads to an account was led away from another, which may yet get it back: for as long as that can be done by mail,
 * and while a device that holds the wallet of before is in use. Until then neither its address nor the login itself may be changed: whoever
 * led it away could keep it for themselves. An account that was there first may change its login at any time.
 */
export async function isUnsettled(db: Handle, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const moves = await readMoves(db, { userId })
  const [latest] = moves
  const left = leftFor(userId, moves)
  if (!latest || left.length === 0) return false
  if (moves.some(({ undoHash, undoUntil }) => undoHash !== null && undoUntil > now)) return true
  const [used] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(devices, and(eq(devices.id, sessions.deviceId), isNull(devices.revokedAt)))
    .innerJoin(deviceShares, eq(deviceShares.deviceId, devices.id))
    .where(and(inArray(sessions.userId, left), gt(sessions.activeAt, latest.movedAt)))
    .limit(1)
  return used !== undefined
}

/** The accounts that were left, one after the other, until this one was made. */
function leftFor(userId: string, moves: readonly LoginMove[]): string[] {
  const start = moves.find(({ kind, toUserId }) => kind === 'start' && toUserId === userId)
  return start ? [start.fromUserId, ...leftFor(start.fromUserId, moves)] : []
}

/** Ends the links of a login's moves: they lie in the mailbox of an address that it does not have any more. */
export async function endMoveLinks(tx: Transaction, { identityId }: { identityId: string }): Promise<void> {
  await tx.update(loginMoves).set({ undoHash: null }).where(eq(loginMoves.identityId, identityId))
}

/** A move whose link was not used and is not too old. */
export function openMove({ undoHash, now }: { undoHash: Uint8Array; now: Date }) {
  return and(eq(loginMoves.undoHash, undoHash), gt(loginMoves.undoUntil, now))
}
