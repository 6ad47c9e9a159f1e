import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { socialAttempts } from './schema.ts'
import { maxOpenAttempts } from './socialLimits.ts'

/** An attempt, as it is stored. */
export type AttemptRow = typeof socialAttempts.$inferSelect

/** Seconds for which an attempt is good. */
export const attemptSeconds = 10 * 60

/** States in which nothing is decided yet. */
const underWay = ['open', 'begun', 'returned'] as const

/**
 * Adds an attempt, unless its device has as many under way as it may.
 *
 * @returns whether it was added
 */
export async function insertAttempt(tx: Transaction, row: typeof socialAttempts.$inferInsert): Promise<boolean> {
  // Of several that begin at once with one key, each counts the others.
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

/** An attempt by its id, whatever became of it. */
export async function findAttempt(db: Database | Transaction, id: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(socialAttempts).where(eq(socialAttempts.id, id))
  return row
}

/** An attempt whose window did not begin yet, locked until the transaction ends. */
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

/** The attempt that a `state` at the provider belongs to. */
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
 * Moves an attempt on.
 *
 * @param options.from states that it may be in; in any other nothing happens, so that of two at once one has its way
 * @returns the attempt as it is now; undefined when it was in another state
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

/** Milliseconds for which whoever waits is told how an attempt ended, rather than that there is none. */
const keptAfterEnd = 60 * 60 * 1000

/** Deletes attempts that nobody can use any more. */
export async function sweepAttempts({ database, now }: { database: Database; now: Date }): Promise<void> {
  const longAgo = new Date(now.getTime() - keptAfterEnd)
  await database.delete(socialAttempts).where(lt(socialAttempts.expiresAt, longAgo))
}
