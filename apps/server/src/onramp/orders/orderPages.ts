import { ServiceError } from '@latchkey/protocol/errors'
import { desc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { onrampOrders } from '../schema.ts'

/** Orders of a page. */
export const orderPageSize = 50

/** What stands for an order wherever its id must not: nobody finds the id by it. */
export const orderMark = sql<string>`encode(sha256(convert_to(${onrampOrders.id}, 'UTF8')), 'hex')`

/** Newest first. */
export const orderSequence = [desc(onrampOrders.createdAt), desc(orderMark)] as const

/** When it was made (unix milliseconds), and what tells it from others of that moment. */
const positionSchema = z.tuple([z.number().int().nonnegative(), z.string().regex(/^[0-9a-f]{64}$/)])

/**
 * Which orders are on the pages after a cursor; undefined: all.
 *
 * @param scope what is paged
 * @throws ServiceError `malformed_cursor`
 */
export function readOrderCursor(scope: string, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const position = positionSchema.safeParse(readCursor(scope, cursor))
  if (!position.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
  const [before, mark] = position.data
  return sql`(${onrampOrders.createdAt}, ${orderMark}) < (${new Date(before).toISOString()}::timestamptz, ${mark}::text)`
}

/**
 * Cuts a page off.
 *
 * @param rows of `orderSequence`, one more than a page where there are
 */
export function toOrderPage<Row extends { order: { createdAt: Date }; mark: string }>(
  scope: string,
  rows: readonly Row[],
): { rows: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, orderPageSize)
  const last = rows.length > orderPageSize ? shown.at(-1) : undefined
  return { rows: shown, next: last ? writeCursor(scope, [last.order.createdAt.getTime(), last.mark]) : null }
}
