import type { Plan } from './Plan.ts'
import type { Subscription } from './Subscription.ts'

/**
 * Whether a subscriber can read now: the current period is paid. At the start of a period, a reader who paid the previous one can read
 * while the next payment is pending. That ends when the payment is refused, or when the subscription is ended or over.
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
