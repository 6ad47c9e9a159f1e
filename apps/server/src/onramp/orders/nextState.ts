import type { OrderReason, OrderState, PaymentState } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'
import type { PayoutStatus } from '../../treasury/Treasury.ts'
import type { ProviderPayment } from '../providers/OnrampProvider.ts'
import { toCents } from '../quotes/cents.ts'

/** State of an order, as far as payments and payouts change it. */
export type Standing = {
  state: OrderState
  payment: PaymentState
  reason: OrderReason | null
  refund: 'none' | 'pending' | 'done'
  hash: string | null
  isRehearsal: boolean
  paidAt: Date | null
  endedAt: Date | null
}

/** Constant properties of an order. */
export type Terms = { total: Money; deliversItself: boolean }

/** Rank of each payment state. A payment never returns to a lower rank, so late answers have no effect. */
const ranks: Readonly<Record<PaymentState, number>> = {
  ...{ waiting: 0, processing: 0, declined: 0, ended: 1, paid: 2, refunding: 3, refunded: 4 },
}

/**
 * Returns the standing after an answer about the payment. Late, repeated or reordered answers never move an order backwards.
 * Every received payment leads to a delivery or a refund.
 */
export function applyPayment(before: Standing, payment: ProviderPayment, terms: Terms, now: Date): Standing {
  let standing: Standing = {
    ...before,
    payment: ranks[payment.state] >= ranks[before.payment] ? payment.state : before.payment,
    isRehearsal: before.isRehearsal || payment.isRehearsal,
  }
  // One answer of a seller may advance several states: paid, delivering, delivered.
  for (;;) {
    const change = stepByPayment(standing, payment, terms, now)
    if (!change) return standing
    standing = { ...standing, ...change }
  }
}

function stepByPayment(
  { state, refund, paidAt }: Standing,
  payment: ProviderPayment,
  { total, deliversItself }: Terms,
  now: Date,
): Partial<Standing> | undefined {
  const taken = { paidAt: paidAt ?? now }
  const back = (reason: OrderReason): Partial<Standing> =>
    payment.state === 'refunded'
      ? { ...taken, state: 'refunded', reason, refund: 'done', endedAt: now }
      : { ...taken, state: 'failed', reason, refund: 'pending', endedAt: null }
  const isGoingBack = payment.state === 'refunding' || payment.state === 'refunded'

  switch (state) {
    case 'created':
      if (isGoingBack) return back('payment_returned')
      if (payment.state === 'paid') {
        if (deliversItself || isExact(payment.paid, total)) return { ...taken, state: 'paid' }
        return back('paid_otherwise')
      }
      if (payment.state === 'ended') {
        const isUnsent = deliversItself && payment.delivery?.state === 'failed'
        return { state: 'failed', reason: isUnsent ? 'delivery_failed' : (payment.ended ?? 'expired'), endedAt: now }
      }
      return undefined
    case 'paid':
      if (isGoingBack) return back('payment_returned')
      if (!deliversItself) return undefined
      if (payment.delivery) return { state: 'delivering' }
      // The seller reports the end: there is no refund by us.
      return payment.state === 'ended' ? { state: 'failed', reason: 'delivery_failed', endedAt: now } : undefined
    case 'delivering':
      // An owed payout continues, regardless of the payment.
      if (!deliversItself) return undefined
      if (payment.delivery?.state === 'delivered') {
        return { state: 'delivered', hash: payment.delivery.hash ?? null, endedAt: now }
      }
      if (isGoingBack) return { state: 'failed', reason: 'payment_returned', refund: 'pending' }
      if (payment.delivery?.state === 'failed') return { state: 'failed', reason: 'delivery_failed', refund: 'pending' }
      return payment.state === 'ended' ? { state: 'failed', reason: 'delivery_failed', endedAt: now } : undefined
    case 'failed':
      if (refund === 'pending') {
        return payment.state === 'refunded' ? { state: 'refunded', refund: 'done', endedAt: now } : undefined
      }
      if (deliversItself) {
        // Only the seller can refund its payments, so follow its state.
        if (isGoingBack) return back('payment_returned')
        return payment.state === 'paid' ? { ...taken, state: 'paid', reason: null, endedAt: null } : undefined
      }
      return payment.state === 'paid' || isGoingBack ? back('paid_late') : undefined
    case 'delivered':
      return refund === 'pending' && payment.state === 'refunded' ? { refund: 'done' } : undefined
    default:
      return undefined
  }
}

/**
 * Returns the standing after a change of the treasury's payout. The order is delivered as soon as the payout is in a block.
 * If the block is replaced, the treasury submits the payout again. If the payout then fails for good, the payment is
 * refunded, and the order keeps the state `delivered`.
 */
export function applyPayout(before: Standing, payout: PayoutStatus, now: Date): Standing {
  const hash = payout.hash ?? null
  const isDelivered = before.state === 'delivered'
  if (!isDelivered && before.state !== 'delivering') return before
  switch (payout.state) {
    case 'waiting':
    case 'sending':
      return isDelivered ? before : { ...before, hash: null }
    case 'mined':
    case 'final':
      return isDelivered ? { ...before, hash } : { ...before, state: 'delivered', hash, endedAt: now }
    case 'failed':
      if (isDelivered && before.refund !== 'none') return before
      return {
        ...before,
        state: isDelivered ? 'delivered' : 'failed',
        ...{ reason: 'delivery_failed', refund: 'pending', hash: null },
      }
  }
}

/** Returns the standing of a paid order whose payout was never owed: it is refunded. */
export function giveUp(before: Standing): Standing {
  return before.state === 'paid' ? { ...before, state: 'failed', reason: 'delivery_failed', refund: 'pending' } : before
}

function isExact(paid: Money | undefined, total: Money): boolean {
  if (paid?.currency !== total.currency) return false
  const cents = toCents(paid.amount)
  return cents !== undefined && cents === toCents(total.amount)
}
