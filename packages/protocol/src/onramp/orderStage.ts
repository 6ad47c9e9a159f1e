import type { Order } from '../api/onramp.ts'

/** Where a purchase stands, as a visitor sees it. */
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

/** The stages that nothing comes after. */
const ends: readonly OrderStage[] = ['delivered', 'cancelled', 'expired', 'refused', 'returned']

/**
 * Puts the state of a purchase and of its payment into one word. A purchase that failed with money to give back is `returning`, whatever
 * went wrong: what a visitor wants to know is where the money is.
 */
export function orderStage({
  state,
  payment,
  reason,
  refund,
  hash,
}: Pick<Order, 'state' | 'payment' | 'reason' | 'refund' | 'hash'>): OrderStage {
  // A block was undone, and what was in it cannot be brought again.
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

/** Whether nothing comes after a stage. */
export function isOrderOver(stage: OrderStage): boolean {
  return ends.includes(stage)
}
