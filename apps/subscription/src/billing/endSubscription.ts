import type { Subscription } from './Subscription.ts'

/** Returns the subscription as ended, without payments that are signed and not sent. */
export function endSubscription(subscription: Subscription, ended: 'revoked' | 'expired'): Subscription {
  return { ...subscription, ended, payments: subscription.payments.filter(({ status }) => status !== 'signed') }
}
