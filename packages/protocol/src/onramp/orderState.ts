/**
 * Where a purchase stands. `created`: the visitor has not paid. `paid`: the provider has the money. `delivering`: what was bought is on
 * its way, or about to be. `delivered`: the chain has it. `failed`: it will not be delivered; money that was paid goes back. `refunded`:
 * it went back.
 */
export const orderStates = ['created', 'paid', 'delivering', 'delivered', 'failed', 'refunded'] as const

/** Where a purchase stands. */
export type OrderState = (typeof orderStates)[number]

/**
 * From where to where. A payment that comes after an order failed is taken back: `failed` → `refunded`; where the provider delivers itself, it is
 * the provider's affair, and the order goes on: `failed` → `paid`.
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
 * Whether a purchase may go from one state to another.
 *
 * @example canFollow('created', 'paid') // true
 */
export function canFollow(from: OrderState, to: OrderState): boolean {
  return transitions[from].includes(to)
}

/** Why a purchase failed, or what went back. */
export const orderReasons = [
  /** The visitor gave up. */
  'cancelled',
  /** Nobody paid in time. */
  'expired',
  /** The card or the account was refused, for good. */
  'declined',
  /** The money came after the order had ended. */
  'paid_late',
  /** Another amount than the order's was paid. */
  'paid_otherwise',
  /** The provider, or the visitor's bank, took the payment back. */
  'payment_returned',
  /** What was bought could not be delivered. */
  'delivery_failed',
] as const

/** Why a purchase failed, or what went back. */
export type OrderReason = (typeof orderReasons)[number]

/** How the payment of a purchase stands at the provider. `declined` leaves room for another card. */
export const paymentStates = ['waiting', 'processing', 'declined', 'paid', 'refunding', 'refunded', 'ended'] as const

/** How the payment of a purchase stands at the provider. */
export type PaymentState = (typeof paymentStates)[number]
