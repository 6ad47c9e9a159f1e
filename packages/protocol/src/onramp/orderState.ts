/**
 * State of an order. `created`: not paid. `paid`: the provider has the money. `delivering`: the payout is pending or about to start.
 * `delivered`: the payout is on the chain. `failed`: there will be no payout, and a payment is returned. `refunded`: the payment was
 * returned.
 */
export const orderStates = ['created', 'paid', 'delivering', 'delivered', 'failed', 'refunded'] as const

/** State of an order. */
export type OrderState = (typeof orderStates)[number]

/**
 * The possible transitions. A payment after an order has failed is returned: `failed` → `refunded`. If the provider makes the payout
 * itself, the order continues: `failed` → `paid`.
 */
const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['paid', 'failed', 'refunded'],
  paid: ['delivering', 'failed', 'refunded'],
  delivering: ['delivered', 'failed'],
  delivered: [],
  failed: ['paid', 'refunded'],
  refunded: [],
}

/**
 * Whether an order can go from one state to another.
 *
 * @example canFollow('created', 'paid') // true
 */
export function canFollow(from: OrderState, to: OrderState): boolean {
  return transitions[from].includes(to)
}

/** Why an order failed, or a payment was returned. */
export const orderReasons = [
  /** The visitor canceled it. */
  'cancelled',
  /** The visitor did not pay in time. */
  'expired',
  /** The card or the bank account was finally refused. */
  'declined',
  /** The payment arrived after the order had ended. */
  'paid_late',
  /** The payment was not the amount of the order. */
  'paid_otherwise',
  /** The provider or the visitor's bank took the payment back. */
  'payment_returned',
  /** The payout failed. */
  'delivery_failed',
] as const

/** Why an order failed, or a payment was returned. */
export type OrderReason = (typeof orderReasons)[number]

/** State of an order's payment at the provider. After `declined` the visitor can use another card. */
export const paymentStates = ['waiting', 'processing', 'declined', 'paid', 'refunding', 'refunded', 'ended'] as const

/** State of an order's payment at the provider. */
export type PaymentState = (typeof paymentStates)[number]
