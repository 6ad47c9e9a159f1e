import { and, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { devices, identities, loginMoves } from '../auth/schema.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { deviceShares, wallets } from '../vaults/schema.ts'

type Handle = Database | Transaction

/** A move of a login method from one account to another. */
export type LoginMove = typeof loginMoves.$inferSelect

/** Returns every move of the login methods that belong, or belonged, to an account; newest first. */
export async function readMoves(db: Handle, { userId }: { userId: string }): Promise<LoginMove[]> {
  const own = db
    .select({ id: loginMoves.identityId })
    .from(loginMoves)
    .where(or(eq(loginMoves.fromUserId, userId), eq(loginMoves.toUserId, userId)))
  return selectMoves(db, inArray(loginMoves.identityId, own))
}

/** Returns every move of one login method; newest first. */
export async function readMovesOf(db: Handle, { identityId }: { identityId: string }): Promise<LoginMove[]> {
  return selectMoves(db, eq(loginMoves.identityId, identityId))
}

function selectMoves(db: Handle, which: SQL): Promise<LoginMove[]> {
  return db.select().from(loginMoves).where(which).orderBy(desc(loginMoves.movedAt), desc(loginMoves.id))
}

/** Returns the accounts of moves. */
export function accountsOf(moves: readonly LoginMove[]): string[] {
  return [...new Set(moves.flatMap(({ fromUserId, toUserId }) => [fromUserId, toUserId]))]
}

/**
 * Returns the account of a login method on one device. That is the one whose wallet the device has, among all accounts of the login method,
 * else the current one. So no move takes a wallet from a device that has it.
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

/** Returns the accounts from which this one was started, one after the other; nearest first. */
export function ancestorsOf(userId: string, movesOfLogin: readonly LoginMove[]): string[] {
  const start = movesOfLogin.find(({ kind, toUserId }) => kind === 'start' && toUserId === userId)
  return start ? [start.fromUserId, ...ancestorsOf(start.fromUserId, movesOfLogin)] : []
}

/**
 * Returns whether a login method came from another account that can still get it back. That is while an email's link can do so, and as long
 * as a device has a previous wallet. Until then neither the address nor the login method can be changed, so that a thief cannot keep it.
 * The original account can change its address at any time.
 */
export async function isUnsettled(
  db: Handle,
  { identityId, userId, now }: { identityId: string; userId: string; now: Date },
): Promise<boolean> {
  const moves = await readMovesOf(db, { identityId })
  const left = ancestorsOf(userId, moves)
  if (left.length === 0) return false
  // A link that leads here, or on to an account that was started from here, takes nothing from a previous account.
  const leadsBack = ({ fromUserId }: LoginMove) =>
    fromUserId !== userId && !ancestorsOf(fromUserId, moves).includes(userId)
  if (moves.some((move) => isOpen({ move, now }) && leadsBack(move))) return true
  return (await findHolders(db, left)).length > 0
}

/** Returns whether another account, whose wallet a device has, would lose its only login method. */
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

/** Returns the accounts for whose wallets a device has a share. */
async function findHolders(db: Handle, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: devices.userId })
    .from(devices)
    .innerJoin(deviceShares, eq(deviceShares.deviceId, devices.id))
    .where(and(inArray(devices.userId, [...userIds]), isNull(devices.revokedAt)))
  return rows.map(({ userId }) => userId)
}

/** Ends the links of a login method's moves, because they are in the mailbox of its previous address. */
export async function endMoveLinks(tx: Transaction, { identityId }: { identityId: string }): Promise<void> {
  await tx.update(loginMoves).set({ undoHash: null }).where(eq(loginMoves.identityId, identityId))
}

/** Returns whether the link of a move is unused and valid. */
export function isOpen({ move: { undoHash, undoUntil }, now }: { move: LoginMove; now: Date }): boolean {
  return undoHash !== null && undoUntil > now
}
