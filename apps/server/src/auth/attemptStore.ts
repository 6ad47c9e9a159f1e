import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { codeTries, hashCode } from './loginCode.ts'
import { authAttempts } from './schema.ts'

/** An open login or step-up. */
export type Attempt = typeof authAttempts.$inferSelect

/** Adds an attempt. Invalidates codes and links of the same device for the same address. */
export async function insertAttempt(tx: Transaction, attempt: typeof authAttempts.$inferInsert): Promise<void> {
  await tx
    .update(authAttempts)
    .set({ state: 'dead' })
    .where(
      and(
        eq(authAttempts.subjectIndex, Buffer.from(attempt.subjectIndex)),
        eq(authAttempts.jkt, attempt.jkt),
        eq(authAttempts.purpose, attempt.purpose),
        inArray(authAttempts.state, ['device', 'code', 'approved']),
      ),
    )
  await tx.insert(authAttempts).values(attempt)
}

/** Returns an attempt of this key. Attempts of other keys are not found. */
export async function findAttempt(
  database: Database | Transaction,
  { id, jkt, purpose }: { id: string; jkt: string; purpose: Attempt['purpose'] },
): Promise<Attempt | undefined> {
  const [attempt] = await database
    .select()
    .from(authAttempts)
    .where(and(eq(authAttempts.id, id), eq(authAttempts.jkt, jkt), eq(authAttempts.purpose, purpose)))
  return attempt
}

/** Sealing context of an attempt's address. */
export const attemptContext = (id: string): string => `attempt:${id}`

/** Returns the address of an attempt, as the visitor entered it. */
export async function openAttemptEmail({
  attempt: { id, sealedSubject, kekId },
  sealer,
}: {
  attempt: Attempt
  sealer: Sealer
}): Promise<string> {
  return Buffer.from(
    await sealer.open({ sealed: { box: sealedSubject, kekId }, context: attemptContext(id) }),
  ).toString()
}

/** Returns whether a code can still be tried. */
export function isCodeOpen({ attempt, now }: { attempt: Attempt; now: Date }): boolean {
  const { state, codeExpiresAt, codeTries: tries } = attempt
  return state === 'code' && codeExpiresAt !== null && codeExpiresAt > now && tries < codeTries
}

/**
 * Counts a try, then compares the code. The row stays locked until the transaction ends, so that only one of two concurrent right codes
 * succeeds.
 *
 * @returns `right`: the attempt is done; `wrong`: tries are left; `dead`: no tries are left
 */
export async function tryAttemptCode(
  tx: Transaction,
  { attempt, email, code, now, sealer }: { attempt: Attempt; email: string; code: string; now: Date; sealer: Sealer },
): Promise<'right' | 'wrong' | 'dead'> {
  const [row] = await tx
    .update(authAttempts)
    .set({ codeTries: sql`${authAttempts.codeTries} + 1` })
    .where(
      and(
        eq(authAttempts.id, attempt.id),
        eq(authAttempts.state, 'code'),
        lt(authAttempts.codeTries, codeTries),
        gt(authAttempts.codeExpiresAt, now),
      ),
    )
    .returning({ tries: authAttempts.codeTries, codeHash: authAttempts.codeHash })
  if (!row) return 'dead'
  const isRight = isSameHash(row.codeHash, hashCode({ attemptId: attempt.id, email, code, sealer }))
  if (isRight) {
    await endAttempt(tx, { id: attempt.id, state: 'done' })
    return 'right'
  }
  if (row.tries < codeTries) return 'wrong'
  await endAttempt(tx, { id: attempt.id, state: 'dead' })
  return 'dead'
}

/** Ends an attempt and deletes its code and link. */
export async function endAttempt(
  database: Database | Transaction,
  { id, state }: { id: string; state: 'done' | 'dead' },
): Promise<void> {
  await database
    .update(authAttempts)
    .set({ state, codeHash: null })
    .where(and(eq(authAttempts.id, id), ne(authAttempts.state, 'done')))
}
