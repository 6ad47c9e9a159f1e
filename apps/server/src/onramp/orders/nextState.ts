import type { OrderReason, OrderState, PaymentState } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'
import type { PayoutStatus } from '../../treasury/Treasury.ts'
import type { ProviderPayment } from '../providers/OnrampProvider.ts'
import { toCents } from '../quotes/cents.ts'

/** Where an order stands, as far as payments and payouts change it. */
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

/** What of an order never changes. */
export type Terms = { total: Money; deliversItself: boolean }

/** What was read late is told by it: a payment never goes back to a lower rank. */
const ranks: Readonly<Record<PaymentState, number>> = {
  ...{ waiting: 0, processing: 0, declined: 0, ended: 1, paid: 2, refunding: 3, refunded: 4 },
}

/**
 * Which standing follows from how a payment stands at its provider. Nothing that was read late, twice or in another order leads back, and
 * money that was taken is always on its way to a delivery, or back.
 */
export function applyPayment(before: Standing, payment: ProviderPayment, terms: Terms, now: Date): Standing {
  let standing: Standing = {
    ...before,
    payment: ranks[payment.state] >= ranks[before.payment] ? payment.state : before.payment,
    isRehearsal: before.isRehearsal || payment.isRehearsal,
  }
  // A seller's news may bring several steps at once: paid, on its way, delivered.
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
      // The seller itself says that it is over: nothing of ours is to go back.
      return payment.state === 'ended' ? { state: 'failed', reason: 'delivery_failed', endedAt: now } : undefined
    case 'delivering':
      // What the treasury owes goes its way, whatever becomes of the payment.
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
        // A seller's money is not ours to give back: it goes on as the seller says.
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
 * Which standing follows from how a payout of the treasury stands. It is delivered as soon as the chain has it: should its block be undone,
 * the treasury brings it there again. Should it never be able to any more, the money goes back, and the order stays what it was said to be.
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

/** The standing of what was paid and never owed to anybody: it goes back. */
export function giveUp(before: Standing): Standing {
  return before.state === 'paid' ? { ...before, state: 'failed', reason: 'delivery_failed', refund: 'pending' } : before
}

function isExact(paid: Money | undefined, total: Money): boolean {
  if (paid?.currency !== total.currency) return false
  const cents = toCents(paid.amount)
  return cents !== undefined && cents === toCents(total.amount)
}
