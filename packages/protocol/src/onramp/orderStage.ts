import type { Order } from '../api/onramp.ts'

/** Stage of an order, as a visitor sees it. */
export type OrderStage =
  | 'waiting'
  | 'declined'
  | 'processing'
  | 'paid'
  | 'sent'
  | 'delivered'
  | 'cancelled'
  | 'expired'
  | 'refused'
  | 'returning'
  | 'returned'

/** The final stages. */
const ends: readonly OrderStage[] = ['delivered', 'cancelled', 'expired', 'refused', 'returned']

/**
 * Combines the state of an order and of its payment into one stage. A failed order with money to return is `returning`, whatever the
 * reason, because the visitor needs to know where the money is.
 */
export function orderStage({
  state,
  payment,
  reason,
  refund,
  hash,
}: Pick<Order, 'state' | 'payment' | 'reason' | 'refund' | 'hash'>): OrderStage {
  // A reorganization removed the payout, which cannot be repeated.
  if (state === 'delivered' && refund === 'pending') return 'returning'
  if (state === 'delivered' && refund === 'none') return 'delivered'
  if (state === 'delivering') return hash === null ? 'paid' : 'sent'
  if (state === 'paid') return 'paid'
  if (state === 'refunded' || refund === 'done') return 'returned'
  if (state === 'failed') {
    if (refund === 'pending') return 'returning'
    if (reason === 'cancelled' || reason === 'expired') return reason
    return 'refused'
  }
  if (payment === 'declined') return 'declined'
  if (payment === 'paid') return 'paid'
  return payment === 'waiting' ? 'waiting' : 'processing'
}

/** Whether a stage is final. */
export function isOrderOver(stage: OrderStage): boolean {
  return ends.includes(stage)
}
