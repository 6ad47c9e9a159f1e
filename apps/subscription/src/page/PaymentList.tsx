import type { OfferedPlan, ShownSubscription } from '../paper/paperApi.ts'
import { priceText } from './planTexts.ts'
import type { Reader } from './useSubscription.ts'

const statusTexts = {
  signed: 'Pending',
  sent: 'Pending',
  paid: 'Paid',
  refused: 'Payment failed',
  skipped: 'Not charged',
} as const

const endings = {
  revoked: 'You ended it. You will not be charged again.',
  expired: 'It has expired. You will not be charged again.',
} as const

/** The payments so far, and a button to end the subscription. */
export function PaymentList({
  plan,
  reader: { subscription, status, failure, end },
}: {
  plan: OfferedPlan
  reader: Reader & { subscription: ShownSubscription }
}) {
  const { payments, ended, endsAt, canRead } = subscription
  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title">Your subscription</h2>
      <p role="status">{ended ? endings[ended] : `It ends automatically on ${dateText(endsAt)}.`}</p>
      {payments.length === 0 ? <p>The first payment is pending.</p> : null}
      {ended === null && !canRead && payments[0]?.status === 'refused' ? (
        <p role="alert">You can read on once it is paid. The newspaper tries again automatically.</p>
      ) : null}
      <ul>
        {payments.map(({ period, dueAt, status: state, reason }) => (
          <li key={period}>
            <span>{dateText(dueAt)}</span>
            <span>{priceText(plan)}</span>
            <span data-state={state}>{reason ? `${statusTexts[state]}: ${reason}` : statusTexts[state]}</span>
          </li>
        ))}
      </ul>
      {ended ? null : (
        <button type="button" className="quiet" disabled={status === 'ending'} onClick={end}>
          {status === 'ending' ? 'Your wallet asks you …' : 'End the subscription'}
        </button>
      )}
      {failure ? <p role="alert">{failure}</p> : null}
    </section>
  )
}

function dateText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
