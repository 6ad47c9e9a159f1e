import type { OfferedPlan, ShownSubscription } from '../paper/paperApi.ts'
import { dateText, priceText } from './planTexts.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
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

/** Payments that show at once; the older ones are folded. */
const mostShown = 5

/** The connected wallet's subscription: its facts, the payments so far, and a button to end it. */
export function PaymentList({
  plan,
  reader: { subscription, status, isUnreachable, failure, end, look },
  now,
}: {
  plan: OfferedPlan
  reader: Reader & { subscription: ShownSubscription }
  /** Unix seconds. */
  now: number
}) {
  const { account, startsAt, endsAt, payments, ended, canRead } = subscription
  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title">Your subscription</h2>
      <p role="status">{ended ? endings[ended] : 'It is running.'}</p>
      {isUnreachable ? (
        <p role="alert">
          The newspaper does not answer. Newer payments may be missing here.{' '}
          <button type="button" className="quiet" onClick={look}>
            Ask again
          </button>
        </p>
      ) : null}
      {ended ? null : (
        <SubscriptionFacts {...{ plan, account, startsAt, endsAt, payments, now }} isKnown={!isUnreachable} />
      )}
      {ended || payments.length > 0 ? null : <p>The first payment is pending.</p>}
      {ended === null && !canRead && payments[0]?.status === 'refused' ? (
        <p role="alert">You can read on once it is paid. The newspaper tries again automatically.</p>
      ) : null}
      <Payments plan={plan} payments={payments.slice(0, mostShown)} />
      {payments.length > mostShown ? (
        <details>
          <summary>Earlier payments ({payments.length - mostShown})</summary>
          <Payments plan={plan} payments={payments.slice(mostShown)} />
        </details>
      ) : null}
      {ended ? null : <EndButton status={status} end={end} />}
      {failure ? <p role="alert">{failure}</p> : null}
    </section>
  )
}

/** A permission that the reader allowed and the newspaper has not confirmed: it can be ended too. */
export function Unconfirmed({ reader: { status, isUnreachable, failure, end, look } }: { reader: Reader }) {
  return (
    <section aria-labelledby="unconfirmed-title">
      <h2 id="unconfirmed-title">Your subscription</h2>
      <p role="status">
        You have allowed it in your wallet. The newspaper has not confirmed it yet; this page asks again every few
        seconds.
      </p>
      {isUnreachable ? (
        <p role="alert">
          The newspaper does not answer.{' '}
          <button type="button" className="quiet" onClick={look}>
            Ask again
          </button>
        </p>
      ) : null}
      <EndButton status={status} end={end} />
      {failure ? <p role="alert">{failure}</p> : null}
    </section>
  )
}

function EndButton({ status, end }: Pick<Reader, 'status' | 'end'>) {
  return (
    <button type="button" className="quiet" disabled={status === 'ending'} onClick={end}>
      {status === 'ending' ? 'Your wallet asks you …' : 'End the subscription'}
    </button>
  )
}

function Payments({ plan, payments }: { plan: OfferedPlan; payments: ShownSubscription['payments'] }) {
  return (
    <ul>
      {payments.map(({ period, dueAt, status, reason }) => (
        <li key={period}>
          <span>{dateText(dueAt)}</span>
          <span>{priceText(plan)}</span>
          <span data-state={status}>{reason ? `${statusTexts[status]}: ${reason}` : statusTexts[status]}</span>
        </li>
      ))}
    </ul>
  )
}
