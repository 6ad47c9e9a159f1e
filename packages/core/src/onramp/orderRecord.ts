import { type Order, orderSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'

/** Largest number of stored orders. */
const kept = 20
/** Milliseconds for which an ended order, or one without any update, is stored. */
const endedKept = 7 * 24 * 3_600_000

/** The stored record of an order. */
export type OrderRecord = {
  id: string
  /** Project in which it was created. */
  projectId: string
  apiUrl: string
  /** Receiver of the bought tokens. */
  address: string
  /** Unix milliseconds. */
  startedAt: number
  /** The last known state, without the payment URL, which only the server provides. */
  order?: Order | undefined
}

const recordSchema = z.object({ version: z.literal(1), purchases: z.array(z.unknown()) })
const entrySchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  projectId: z.string().check(z.maxLength(100)),
  apiUrl: z.string().check(z.maxLength(2000)),
  address: z.string().check(z.maxLength(100)),
  startedAt: z.number().check(z.int(), z.nonnegative()),
  order: z.optional(z.unknown()),
})

/** Reads orders. Unreadable ones are dropped, and an unreadable record gives an empty list, because other code may have written it. */
export function readOrders(text: string | null): readonly OrderRecord[] {
  try {
    const record = z.safeParse(recordSchema, JSON.parse(text ?? 'null'))
    if (!record.success) return []
    const orders = new Map<string, OrderRecord>()
    for (const entry of record.data.purchases) {
      const parsed = z.safeParse(entrySchema, entry)
      if (!parsed.success || orders.has(parsed.data.id)) continue
      const order = z.safeParse(orderSchema, parsed.data.order)
      const isOwn = order.success && order.data.id === parsed.data.id
      orders.set(parsed.data.id, { ...parsed.data, order: isOwn ? { ...order.data, url: null } : undefined })
    }
    return [...orders.values()]
  } catch {
    return []
  }
}

export function writeOrders(orders: readonly OrderRecord[]): string {
  const withoutPages = orders.map((one) => ({ ...one, ...(one.order && { order: { ...one.order, url: null } }) }))
  return JSON.stringify({ version: 1, purchases: withoutPages })
}

/** Removes orders that ended long ago, and the oldest ones over the limit, ended ones first. */
export function pruneOrders(orders: readonly OrderRecord[], { now }: { now: number }): readonly OrderRecord[] {
  const lasting = orders.filter(({ order, startedAt }) => {
    const end = order ? order.endedAt : startedAt
    const at = typeof end === 'string' ? Date.parse(end) : end
    return at === null || !(now - at >= endedKept)
  })
  if (lasting.length <= kept) return lasting
  const byWorth = [...lasting].sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.startedAt - a.startedAt)
  const chosen = new Set(byWorth.slice(0, kept))
  return lasting.filter((record) => chosen.has(record))
}

/** Whether the order has ended. */
export function isOver({ order }: Pick<OrderRecord, 'order'>): boolean {
  return order !== undefined && order.endedAt !== null
}
