import { ServiceError } from '@latchkey/protocol/errors'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/db/Database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { onrampOrders } from '../schema.ts'
import type { OrderRow } from './orderStore.ts'

/** Orders of a page. */
const pageSize = 50

/** What stands for an order wherever its id must not: nobody finds the id by it. */
const mark = sql<string>`encode(sha256(convert_to(${onrampOrders.id}, 'UTF8')), 'hex')`

/** When it was made (unix milliseconds), and what tells it from others of that moment. */
const positionSchema = z.tuple([z.number().int().nonnegative(), z.string().regex(/^[0-9a-f]{64}$/)])

/** An order, and what stands for it wherever its id must not. */
export type MarkedOrder = { order: OrderRow; mark: string }

/**
 * Reads a page of orders, newest first. Cursors name no order.
 *
 * @param options.scope what is paged: a cursor of anything else is refused
 * @param options.where which orders
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
