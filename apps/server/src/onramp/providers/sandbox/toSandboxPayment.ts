import type { ProviderPayment } from '../OnrampProvider.ts'
import type { SandboxCheckout } from './sandboxSchema.ts'

const states = {
  processing: 'processing',
  paid: 'paid',
  cancelled: 'ended',
  expired: 'ended',
  refunding: 'refunding',
  refunded: 'refunded',
} as const

/**
 * Returns the state of a payment from its checkout. A checkout that expired after a declined card ended because of that card.
 */
export function toSandboxPayment({ state, declined, paid, testCase }: SandboxCheckout): ProviderPayment {
  const unpaid = declined ? 'declined' : 'waiting'
  const endings = { cancelled: 'cancelled', expired: declined ? 'declined' : 'expired' } as const
  return {
    state: state === 'open' ? unpaid : states[state],
    paid: paid ?? undefined,
    ended: state === 'cancelled' || state === 'expired' ? endings[state] : undefined,
    isRehearsal: testCase === 'delivery_fails',
  }
}
