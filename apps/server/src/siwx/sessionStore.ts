import type { ChainId } from '@latchkey/protocol'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { siwxAccounts, siwxSessions, siwxUsedNonces } from './schema.ts'

type Handle = Database | Transaction

/** A browser with signed-in accounts. */
export type SessionRow = typeof siwxSessions.$inferSelect

/** A signed-in account. */
export type AccountRow = typeof siwxAccounts.$inferSelect

/** Returns the row with this token as its current or previous one. */
export async function findSession(db: Handle, hash: Uint8Array): Promise<SessionRow | undefined> {
  const rows = await db
    .select()
    .from(siwxSessions)
    .where(or(eq(siwxSessions.tokenHash, hash), eq(siwxSessions.previousHash, hash)))
  return rows.find(({ tokenHash }) => Buffer.from(tokenHash).equals(hash)) ?? rows[0]
}

/** Locks the row until the end of the transaction. */
export async function lockSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select().from(siwxSessions).where(eq(siwxSessions.id, id)).for('update')
  return row
}

/** Returns the signed-in accounts of a browser, latest first. */
export function readAccounts(db: Handle, sessionId: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(siwxAccounts)
    .where(eq(siwxAccounts.sessionId, sessionId))
    .orderBy(desc(siwxAccounts.issuedAt), siwxAccounts.account)
}

export async function insertSession(tx: Transaction, row: SessionRow): Promise<void> {
  await tx.insert(siwxSessions).values(row)
}

export async function updateSession(db: Handle, id: string, change: Partial<SessionRow>): Promise<void> {
  await db.update(siwxSessions).set(change).where(eq(siwxSessions.id, id))
}

/** Records the first use of a token. */
export async function writeTokenSeen(db: Handle, { id, tokenHash }: SessionRow, now: Date): Promise<void> {
  await db
    .update(siwxSessions)
    .set({ tokenSeenAt: now, lastSeenAt: now })
    // Another request may have replaced it.
    .where(and(eq(siwxSessions.id, id), eq(siwxSessions.tokenHash, tokenHash)))
}

export async function insertAccount(tx: Transaction, row: AccountRow): Promise<void> {
  await tx.insert(siwxAccounts).values(row)
}

export async function deleteAccounts(tx: Transaction, rows: readonly AccountRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const accounts = rows.map(({ account }) => account)
  await tx
    .delete(siwxAccounts)
    .where(and(eq(siwxAccounts.sessionId, first.sessionId), inArray(siwxAccounts.account, accounts)))
}

/** Ends all sign-ins of a browser, and deletes their messages. */
export async function endSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.delete(siwxAccounts).where(eq(siwxAccounts.sessionId, id))
  await tx.update(siwxSessions).set({ isEnded: true, expiresAt: now }).where(eq(siwxSessions.id, id))
}

/** Returns the uses of a nonce on all networks. */
export function readNonceUses(db: Handle, hash: Uint8Array): Promise<{ chainId: ChainId; address: string }[]> {
  return db
    .select({ chainId: siwxUsedNonces.chainId, address: siwxUsedNonces.address })
    .from(siwxUsedNonces)
    .where(eq(siwxUsedNonces.hash, hash))
}

/** Serializes the uses of one nonce, because each checks the networks and addresses of the earlier ones. */
export async function lockNonce(tx: Transaction, hash: Uint8Array): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${Buffer.from(hash).readBigInt64BE().toString()}::bigint)`)
}

export async function insertNonceUse(tx: Transaction, row: typeof siwxUsedNonces.$inferInsert): Promise<void> {
  await tx.insert(siwxUsedNonces).values(row)
}

/** Deletes expired rows. */
export async function deleteOld(
  database: Database,
  { sessionsBefore, noncesBefore }: { sessionsBefore: Date; noncesBefore: Date },
): Promise<void> {
  await database.delete(siwxUsedNonces).where(lt(siwxUsedNonces.expiresAt, noncesBefore))
  await database.delete(siwxAccounts).where(lt(siwxAccounts.expiresAt, sessionsBefore))
  await database.delete(siwxSessions).where(lt(siwxSessions.expiresAt, sessionsBefore))
}
