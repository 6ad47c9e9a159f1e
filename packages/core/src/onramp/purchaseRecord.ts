import { type Order, orderSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'

/** As many purchases are kept. */
const kept = 20
/** Milliseconds for which one is kept that ended, or of which nothing was ever heard. */
const endedKept = 7 * 24 * 3_600_000

/** A purchase as this browser keeps it. */
export type PurchaseRecord = {
  id: string
  /** Where it was made. */
  projectId: string
  apiUrl: string
  /** Who gets what is bought. */
  address: string
  /** Unix milliseconds. */
  startedAt: number
  /** As it was read last; without the page on which it is paid, which is taken from the server alone. */
  order?: Order | undefined
}

const recordSchema = z.object({ version: z.literal(1), purchases: z.array(z.unknown()) })
const purchaseSchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  projectId: z.string().check(z.maxLength(100)),
  apiUrl: z.string().check(z.maxLength(2000)),
  address: z.string().check(z.maxLength(100)),
  startedAt: z.number().check(z.int(), z.nonnegative()),
  order: z.optional(z.unknown()),
})

/** Reads them; one that is unreadable is dropped, an unreadable record counts as none: somebody else may have written it. */
export function readPurchases(text: string | null): readonly PurchaseRecord[] {
  try {
    const record = z.safeParse(recordSchema, JSON.parse(text ?? 'null'))
    if (!record.success) return []
    const purchases = new Map<string, PurchaseRecord>()
    for (const entry of record.data.purchases) {
      const parsed = z.safeParse(purchaseSchema, entry)
      if (!parsed.success || purchases.has(parsed.data.id)) continue
      const order = z.safeParse(orderSchema, parsed.data.order)
      const isOwn = order.success && order.data.id === parsed.data.id
      purchases.set(parsed.data.id, { ...parsed.data, order: isOwn ? { ...order.data, url: null } : undefined })
    }
    return [...purchases.values()]
  } catch {
    return []
  }
}

/** Writes them. */
export function writePurchases(purchases: readonly PurchaseRecord[]): string {
  const withoutPages = purchases.map((one) => ({ ...one, ...(one.order && { order: { ...one.order, url: null } }) }))
  return JSON.stringify({ version: 1, purchases: withoutPages })
}

/** Drops what ended long ago, and of what is too much the oldest: ended ones first. */
export function prunePurchases(
  purchases: readonly PurchaseRecord[],
  { now }: { now: number },
): readonly PurchaseRecord[] {
  const lasting = purchases.filter(({ order, startedAt }) => {
    const end = order ? order.endedAt : startedAt
    const at = typeof end === 'string' ? Date.parse(end) : end
    return at === null || !(now - at >= endedKept)
  })
  if (lasting.length <= kept) return lasting
  const byWorth = [...lasting].sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || b.startedAt - a.startedAt)
  const chosen = new Set(byWorth.slice(0, kept))
  return lasting.filter((record) => chosen.has(record))
}

/** Whether nothing can come of it any more. */
export function isOver({ order }: Pick<PurchaseRecord, 'order'>): boolean {
  return order !== undefined && order.endedAt !== null
}
