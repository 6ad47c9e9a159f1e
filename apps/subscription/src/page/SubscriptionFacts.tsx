import type { OfferedPlan, ShownSubscription } from '../paper/paperApi.ts'
import { dateText, nextPayment, priceText, shortText, spanText } from './planTexts.ts'

/** Facts of an active subscription: the paying wallet, the amount, the next payment, the end, the sum so far. */
export function SubscriptionFacts({
  plan,
  account,
  startsAt,
  endsAt,
  payments,
  now,
  isKnown = true,
}: {
  plan: OfferedPlan
  account: string
  startsAt: number
  endsAt: number
  /** Undefined: not known. */
  payments: ShownSubscription['payments'] | undefined
  /** Unix seconds. */
  now: number
  /** False: it may have ended since the last answer. */
  isKnown?: boolean
}) {
  const next = nextPayment({ startsAt, endsAt, period: plan.period, now })
  const paid = payments?.filter(({ status }) => status === 'paid').length
  return (
    <dl>
      <div>
        <dt>Paid from</dt>
        <dd title={account}>{shortText(account)}</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd>
          {priceText(plan)} {spanText(plan.period)}
        </dd>
      </div>
      <div>
        <dt>{isKnown ? 'Next payment' : 'Next payment, if it runs'}</dt>
        <dd>{next === undefined ? 'None' : dateText(next)}</dd>
      </div>
      <div>
        <dt>Ends</dt>
        <dd>{dateText(endsAt)}</dd>
      </div>
      <div>
        <dt>{isKnown ? 'Paid so far' : 'Paid, as last known'}</dt>
        <dd>{paid === undefined ? 'Not known' : priceText(plan, paid)}</dd>
      </div>
    </dl>
  )
}
