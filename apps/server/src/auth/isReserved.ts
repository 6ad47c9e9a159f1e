import { and, eq, gt, ne } from 'drizzle-orm'
import type { Transaction } from '../platform/db/Database.ts'
import { emailChanges } from './schema.ts'

/**
 * Returns whether an account changed away from this address and can still undo that. Until then no other account can use it.
 *
 * @param options.subjectIndex index of the address, from `indexEmail`
 * @param options.exceptUserId account that can use the address
 */
export async function isReserved(
  tx: Transaction,
  { subjectIndex, now, exceptUserId }: { subjectIndex: Uint8Array; now: Date; exceptUserId?: string },
): Promise<boolean> {
  const [change] = await tx
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.oldIndex, subjectIndex),
        exceptUserId === undefined ? undefined : ne(emailChanges.userId, exceptUserId),
        eq(emailChanges.step, 'done'),
        gt(emailChanges.undoUntil, now),
      ),
    )
    .limit(1)
  return change !== undefined
}
