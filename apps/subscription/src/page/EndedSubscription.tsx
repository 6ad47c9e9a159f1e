import type { KeptSubscription } from '../paper/createSubscriptionRecord.ts'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { priceText, shortText } from './planTexts.ts'
import type { Seen } from './useLook.ts'

/** A subscription that ended while its wallet was not connected here: the page says so until the reader dismisses it. */
export function EndedSubscription({
  plan,
  kept: { account, pci },
  seen: { subscription },
  onDismiss,
}: {
  plan: OfferedPlan
  kept: KeptSubscription
  seen: Seen
  onDismiss: () => void
}) {
  const titleId = `over-${account}`
  const isRead = subscription?.pci === pci
  const paid = isRead ? subscription.payments.filter(({ status }) => status === 'paid').length : undefined
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>Your subscription has ended</h2>
      <p role="status">
        {isRead && subscription.ended === 'expired' ? 'It has expired.' : 'It has ended.'} You will not be charged
        again.
        {paid === undefined ? null : ` Paid ${priceText(plan, paid)}.`}
      </p>
      <p title={account}>Its wallet: {shortText(account)}</p>
      <button type="button" className="quiet" onClick={onDismiss}>
        Dismiss
      </button>
    </section>
  )
}
