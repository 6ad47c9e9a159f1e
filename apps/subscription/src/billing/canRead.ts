import type { Plan } from './Plan.ts'
import type { Subscription } from './Subscription.ts'

/**
 * Whether a subscriber may read now: the period that runs is paid. From one period to the next, who paid the one before reads on while the
 * payment is on its way, until it is refused or the subscription is ended or over: after the last period no payment is on its way.
 *
 * @param options.now Unix seconds
 */
export function canRead({
  subscription: { startsAt, endsAt, payments, ended },
  plan: { period },
  now,
}: {
  subscription: Pick<Subscription, 'startsAt' | 'endsAt' | 'payments' | 'ended'>
  plan: Pick<Plan, 'period'>
  now: number
}): boolean {
  const running = Math.floor((now - startsAt) / period)
  const statusOf = (wanted: number) => payments.find((payment) => payment.period === wanted)?.status
  if (statusOf(running) === 'paid') return true
  if (ended !== null || now >= endsAt) return false
  return statusOf(running) !== 'refused' && statusOf(running - 1) === 'paid'
}
