import { ServiceError } from '@latchkey/protocol/errors'
import { passwordTriesPerDay } from '@latchkey/protocol/wallet'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { passwordTries } from './schema.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Counts a try of a password against the account. The user's row must be locked. A repeated element means that the response was lost: it
 * gets the same answer, which reveals nothing new, and is not counted again.
 *
 * @param options.element identifies factor and element
 * @param options.now Unix milliseconds
 * @returns `count`: tries within 24 hours, including this one
 * @throws LatchkeyError `rate_limited` with `retryAfter` in seconds
 */
export async function countTry(
  tx: Transaction,
  { userId, element, now }: { userId: string; element: string; now: number },
): Promise<{ count: number; isNew: boolean }> {
  const since = new Date(now - day)
  const tries = await tx
    .select()
    .from(passwordTries)
    .where(and(eq(passwordTries.userId, userId), gt(passwordTries.triedAt, since)))
    .orderBy(asc(passwordTries.triedAt))
  if (tries.some((one) => one.element === element)) return { count: tries.length, isNew: false }
  const [oldest] = tries
  if (oldest && tries.length >= passwordTriesPerDay) {
    const retryAfter = Math.max(1, Math.ceil((oldest.triedAt.getTime() + day - now) / 1000))
    throw new ServiceError('rate_limited', { retryAfter })
  }
  await tx
    .insert(passwordTries)
    .values({ userId, element, triedAt: new Date(now) })
    // The same element from another day.
    .onConflictDoUpdate({
      target: [passwordTries.userId, passwordTries.element],
      set: { triedAt: new Date(now) },
    })
  return { count: tries.length + 1, isNew: true }
}

/** Deletes tries outside of the window. */
export async function sweepPasswordTries({ database, now }: { database: Database; now: Date }): Promise<void> {
  await database.delete(passwordTries).where(lte(passwordTries.triedAt, new Date(now.getTime() - day)))
}
