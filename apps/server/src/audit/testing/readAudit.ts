import { and, eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { auditLog } from '../schema.ts'

/**
 * Returns the audit entries of a user or of a kind, in order.
 *
 * @example (await readAudit(context, { userId })).map(({ event }) => event)
 */
export async function readAudit(
  { database }: Pick<Context, 'database'>,
  { userId, event }: { userId?: string; event?: typeof auditLog.$inferSelect.event },
): Promise<(typeof auditLog.$inferSelect)[]> {
  return database
    .select()
    .from(auditLog)
    .where(
      and(
        userId === undefined ? undefined : eq(auditLog.userId, userId),
        event === undefined ? undefined : eq(auditLog.event, event),
      ),
    )
    .orderBy(auditLog.seq)
}
