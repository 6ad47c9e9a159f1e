import type { EndpointResponse } from '@latchkey/protocol/api'
import type { getAuditLog } from '@latchkey/protocol/wallet'
import { and, desc, eq, lt } from 'drizzle-orm'
import { devices } from '../auth/schema.ts'
import type { Database } from '../platform/db/Database.ts'
import { auditLog } from './schema.ts'

const pageSize = 50

/**
 * Returns a page of a user's own entries, newest first.
 *
 * @param options.before start of the page: the `next` of the previous page
 */
export async function listAudit({
  database,
  userId,
  before,
}: {
  database: Database
  userId: string
  before: number | undefined
}): Promise<EndpointResponse<typeof getAuditLog>> {
  const rows = await database
    .select({
      seq: auditLog.seq,
      at: auditLog.at,
      event: auditLog.event,
      data: auditLog.data,
      device: devices.name,
    })
    .from(auditLog)
    .leftJoin(devices, and(eq(devices.id, auditLog.deviceId), eq(devices.userId, userId)))
    .where(and(eq(auditLog.userId, userId), before === undefined ? undefined : lt(auditLog.seq, before)))
    .orderBy(desc(auditLog.seq))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    entries: page.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    next: rows.length > pageSize && last ? String(last.seq) : null,
  }
}
