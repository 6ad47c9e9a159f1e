import { type OfferedPlan, paperName } from '../paper/paperApi.ts'
import { durationText, priceText, spanText } from './planTexts.ts'

/** Terms of a subscription before the reader agrees: receiver, amounts, end, total, and how to stop. */
export function OfferTerms({ plan }: { plan: OfferedPlan }) {
  const { merchant, period, periods } = plan
  return (
    <dl>
      <div>
        <dt>Paid to</dt>
        <dd>
          {paperName} <code>{merchant}</code>
        </dd>
      </div>
      <div>
        <dt>Payments</dt>
        <dd>
          {priceText(plan)} now, then {priceText(plan)} {spanText(period)}
        </dd>
      </div>
      <div>
        <dt>Ends</dt>
        <dd>{durationText(period * periods)} after you press Subscribe. It does not renew.</dd>
      </div>
      <div>
        <dt>In total</dt>
        <dd>
          {priceText(plan, periods)} at most ({periods} {periods === 1 ? 'payment' : 'payments'})
        </dd>
      </div>
      <div>
        <dt>To stop</dt>
        <dd>At any time: “End the subscription” on this page, or Settings, then Permissions in your wallet.</dd>
      </div>
    </dl>
  )
}
