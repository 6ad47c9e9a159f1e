import { ServiceError } from '@latchkey/protocol/errors'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/db/Database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { onrampOrders } from '../schema.ts'
import type { OrderRow } from './orderStore.ts'

/** Orders per page. */
const pageSize = 50

/** Hash that replaces an order's ID in public places. The ID cannot be derived from it. */
const mark = sql<string>`encode(sha256(convert_to(${onrampOrders.id}, 'UTF8')), 'hex')`

/** Creation time (Unix milliseconds), and the hash that separates orders of the same millisecond. */
const positionSchema = z.tuple([z.number().int().nonnegative(), z.string().regex(/^[0-9a-f]{64}$/)])

/** An order, and the hash that replaces its ID in public places. */
export type MarkedOrder = { order: OrderRow; mark: string }

/**
 * Reads a page of orders, newest first. Cursors have no order IDs.
 *
 * @param options.scope name of the list; a cursor of another list is refused
 * @param options.where condition for the orders
 * @throws ServiceError `malformed_cursor`
 */
export async function readOrderPage(
  database: Database,
  { scope, cursor, where }: { scope: string; cursor: string | undefined; where: SQL | undefined },
): Promise<{ rows: readonly MarkedOrder[]; next: string | null }> {
  const isAfter = cursor === undefined ? undefined : followCursor(scope, cursor)
  const rows = await database
    .select({ order: onrampOrders, mark })
    .from(onrampOrders)
    .where(and(where, isAfter))
    .orderBy(desc(onrampOrders.createdAt), desc(mark))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { rows: shown, next: last ? writeCursor(scope, [last.order.createdAt.getTime(), last.mark]) : null }
}

function followCursor(scope: string, cursor: string): SQL {
  const position = positionSchema.safeParse(readCursor(scope, cursor))
  if (!position.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
  const [before, last] = position.data
  return sql`(${onrampOrders.createdAt}, ${mark}) < (${new Date(before).toISOString()}::timestamptz, ${last}::text)`
}
