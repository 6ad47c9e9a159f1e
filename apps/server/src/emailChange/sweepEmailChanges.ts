import { and, inArray, lt, or } from 'drizzle-orm'
import { emailChanges } from '../auth/schema.ts'
import type { Database } from '../platform/db/Database.ts'

const day = 86_400_000

/** Deletes changes of addresses a day after they can neither be finished nor undone. */
export async function sweepEmailChanges({ database, now }: { database: Database; now: Date }): Promise<void> {
  const dayAgo = new Date(now.getTime() - day)
  await database
    .delete(emailChanges)
    .where(
      or(
        and(inArray(emailChanges.step, ['primary', 'secondary', 'dead', 'undone']), lt(emailChanges.createdAt, dayAgo)),
        lt(emailChanges.undoUntil, dayAgo),
      ),
    )
}
