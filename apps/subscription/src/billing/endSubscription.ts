import type { Subscription } from './Subscription.ts'

/** Returns the subscription as one that takes no more payments: what is signed and not sent is forgotten. */
export function endSubscription(subscription: Subscription, ended: 'revoked' | 'expired'): Subscription {
  return { ...subscription, ended, payments: subscription.payments.filter(({ status }) => status !== 'signed') }
}
