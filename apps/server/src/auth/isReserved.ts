import { and, eq, gt, ne } from 'drizzle-orm'
import type { Transaction } from '../platform/db/Database.ts'
import { emailChanges } from './schema.ts'

/**
 * Whether an address was changed away from an account whose owner can still undo that: until then it is nobody else's.
 *
 * @param options.subjectIndex of the address, by `indexEmail`
 * @param options.exceptUserId whose own address it may be
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
