import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { socialAttempts } from './schema.ts'
import { maxOpenAttempts } from './socialLimits.ts'

/** A stored attempt. */
export type AttemptRow = typeof socialAttempts.$inferSelect

/** Seconds that an attempt is valid. */
export const attemptSeconds = 10 * 60

/** States without a result. */
const underWay = ['open', 'begun', 'returned'] as const

/**
 * Adds an attempt, unless its device has reached the limit of open ones.
 *
 * @returns whether it was added
 */
export async function insertAttempt(tx: Transaction, row: typeof socialAttempts.$inferInsert): Promise<boolean> {
  // Serialize attempts of one key, so that each counts the others.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`social:${row.jkt}`}, 0))`)
  const open = await tx
    .select({ id: socialAttempts.id })
    .from(socialAttempts)
    .where(
      and(
        eq(socialAttempts.jkt, row.jkt),
        inArray(socialAttempts.state, [...underWay]),
        gt(socialAttempts.expiresAt, row.createdAt),
      ),
    )
    .limit(maxOpenAttempts)
  if (open.length >= maxOpenAttempts) return false
  await tx.insert(socialAttempts).values(row)
  return true
}

/** Returns an attempt by its id, in any state. */
export async function findAttempt(db: Database | Transaction, id: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(socialAttempts).where(eq(socialAttempts.id, id))
  return row
}

/** Locks an attempt in the state `open` until the transaction ends. */
export async function lockOpenAttempt(
  tx: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .select()
    .from(socialAttempts)
    .where(and(eq(socialAttempts.id, id), eq(socialAttempts.state, 'open'), gt(socialAttempts.expiresAt, now)))
    .for('update')
  return row
}

/** Returns the attempt with this `state` parameter at the provider. */
export async function findAttemptByState(
  db: Database,
  { stateHash, provider }: { stateHash: Uint8Array; provider: AttemptRow['provider'] },
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(socialAttempts)
    .where(and(eq(socialAttempts.stateHash, stateHash), eq(socialAttempts.provider, provider)))
  return row
}

/**
 * Changes the state of an attempt.
 *
 * @param options.from expected states; in any other the call does nothing, so that only one of two concurrent calls succeeds
 * @returns the changed attempt; undefined if it was in another state
 */
export async function moveAttempt(
  db: Database | Transaction,
  {
    id,
    from,
    set,
  }: { id: string; from: readonly AttemptRow['state'][]; set: Partial<typeof socialAttempts.$inferInsert> },
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .update(socialAttempts)
    .set(set)
    .where(and(eq(socialAttempts.id, id), inArray(socialAttempts.state, [...from])))
    .returning()
  return row
}

/** Milliseconds for which waiters can read the result of an ended attempt, before it counts as unknown. */
const keptAfterEnd = 60 * 60 * 1000

/** Deletes expired attempts. */
export async function sweepAttempts({ database, now }: { database: Database; now: Date }): Promise<void> {
  const longAgo = new Date(now.getTime() - keptAfterEnd)
  await database.delete(socialAttempts).where(lt(socialAttempts.expiresAt, longAgo))
}
