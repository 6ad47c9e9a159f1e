import type { AccountId } from '@latchkey/protocol'
import type { HistoryItem, Order, Transfer } from '@latchkey/protocol/api'

/** An entry of the list: an order with a card or a bank account, or a swap for the site's token. */
export type OrderLine = { key: string; time: number } & (
  | { way: 'order'; order: Order }
  | { way: 'swap'; item: HistoryItem; received: Transfer; paid: Transfer }
)

/**
 * Merges orders and swaps into one list, newest first. Both lists can be incomplete. Omits entries older than the last one of an incomplete
 * list until more of it is read, so that no entry appears in between later.
 *
 * @param options.items the account's history, newest first
 * @param options.token the site's token; swaps for other tokens are omitted
 * @param options.hasMore which of the lists are incomplete
 */
export function orderLines({
  orders,
  items,
  token,
  hasMore,
}: {
  orders: readonly Order[]
  items: readonly HistoryItem[]
  token: AccountId
  hasMore: { orders: boolean; items: boolean }
}): readonly OrderLine[] {
  const lines: OrderLine[] = orders.map((order) => ({
    ...{ way: 'order', key: order.id, time: Date.parse(order.createdAt), order },
  }))
  const seen = new Set<string>()
  for (const item of items) {
    const { id, metadata, transfers } = item
    if (seen.has(id) || metadata.operationType !== 'trade' || metadata.status !== 'confirmed') continue
    seen.add(id)
    const received = transfers.find(
      ({ direction, address }) => direction === 'in' && address?.toLowerCase() === token.toLowerCase(),
    )
    const paid = transfers.find(({ direction }) => direction === 'out')
    if (received && paid) lines.push({ way: 'swap', key: id, time: Date.parse(metadata.minedAt), item, received, paid })
  }
  const horizons = [
    hasMore.orders ? orders.at(-1)?.createdAt : undefined,
    hasMore.items ? items.at(-1)?.metadata.minedAt : undefined,
  ].map((time) => (time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(time)))
  const horizon = Math.max(...horizons)
  return lines.filter(({ time }) => time >= horizon).sort((a, b) => b.time - a.time)
}
