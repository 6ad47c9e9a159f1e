import { and, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { devices, identities, loginMoves } from '../auth/schema.ts'
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
  return selectMoves(db, inArray(loginMoves.identityId, own))
}

/** Every move of one login; the newest first. */
export async function readMovesOf(db: Handle, { identityId }: { identityId: string }): Promise<LoginMove[]> {
  return selectMoves(db, eq(loginMoves.identityId, identityId))
}

function selectMoves(db: Handle, which: SQL): Promise<LoginMove[]> {
  return db.select().from(loginMoves).where(which).orderBy(desc(loginMoves.movedAt), desc(loginMoves.id))
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
  const moves = await readMovesOf(tx, { identityId })
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

/** The accounts that were left with a login, one after the other, until this one was made; the nearest first. */
export function ancestorsOf(userId: string, movesOfLogin: readonly LoginMove[]): string[] {
  const start = movesOfLogin.find(({ kind, toUserId }) => kind === 'start' && toUserId === userId)
  return start ? [start.fromUserId, ...ancestorsOf(start.fromUserId, movesOfLogin)] : []
}

/**
 * Whether a login that leads to an account was led away from another, which may yet get it back: while a link of a mail can do that, and for as
 * long as a device holds a wallet that was left. Until then neither the address nor the login itself may be changed: whoever led it away could
 * keep it for themselves. An account that was there first may change its address at any time.
 */
export async function isUnsettled(
  db: Handle,
  { identityId, userId, now }: { identityId: string; userId: string; now: Date },
): Promise<boolean> {
  const moves = await readMovesOf(db, { identityId })
  const left = ancestorsOf(userId, moves)
  if (left.length === 0) return false
  // A link that leads here, or on to an account that was started from here, takes nothing from an account that was left.
  const leadsBack = ({ fromUserId }: LoginMove) =>
    fromUserId !== userId && !ancestorsOf(fromUserId, moves).includes(userId)
  if (moves.some((move) => isOpen({ move, now }) && leadsBack(move))) return true
  return (await findHolders(db, left)).length > 0
}

/** Whether to remove a login would leave a wallet that a device holds in another account without any login. */
export async function isOnlyWayTo(
  db: Handle,
  { identityId, userId }: { identityId: string; userId: string },
): Promise<boolean> {
  const others = accountsOf(await readMovesOf(db, { identityId })).filter((id) => id !== userId)
  for (const other of await findHolders(db, others)) {
    const led = (await readMoves(db, { userId: other })).map((move) => move.identityId)
    const isOther = or(eq(identities.userId, other), inArray(identities.id, led))
    const rows = await db.select({ id: identities.id }).from(identities).where(isOther)
    if (rows.every(({ id }) => id === identityId)) return true
  }
  return false
}

/** Those of some accounts of whose wallets a device holds a share. */
async function findHolders(db: Handle, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: devices.userId })
    .from(devices)
    .innerJoin(deviceShares, eq(deviceShares.deviceId, devices.id))
    .where(and(inArray(devices.userId, [...userIds]), isNull(devices.revokedAt)))
  return rows.map(({ userId }) => userId)
}

/** Ends the links of a login's moves: they lie in the mailbox of an address that it does not have any more. */
export async function endMoveLinks(tx: Transaction, { identityId }: { identityId: string }): Promise<void> {
  await tx.update(loginMoves).set({ undoHash: null }).where(eq(loginMoves.identityId, identityId))
}

/** Whether the link of a move was not used and is not too old. */
export function isOpen({ move: { undoHash, undoUntil }, now }: { move: LoginMove; now: Date }): boolean {
  return undoHash !== null && undoUntil > now
}
