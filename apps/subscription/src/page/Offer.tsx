import { useAccount, useModal } from '@latchkey/react'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { priceText, spanText } from './planTexts.ts'
import type { Reader } from './useSubscription.ts'

/** What reading on costs, and the button that asks the reader's wallet. */
export function Offer({
  plan,
  reader: { status, failure, start, subscription },
}: {
  plan: OfferedPlan
  reader: Reader
}) {
  const { isConnected } = useAccount()
  const { open } = useModal()
  const busy = status === 'asking' || status === 'loading'
  return (
    <section className="offer" aria-labelledby="offer-title">
      <h2 id="offer-title">Read on</h2>
      <p className="price">
        <strong>{priceText(plan)}</strong> {spanText(plan.period)}
      </p>
      <p>
        You allow it once, in your wallet. The paper can take no more than that, from no other token, and you can end it
        at any time.
      </p>
      {subscription?.ended ? <p role="status">Your last subscription has ended.</p> : null}
      <button type="button" disabled={busy} onClick={() => (isConnected ? start() : open())}>
        {status === 'asking' ? 'Your wallet asks you …' : isConnected ? 'Subscribe' : 'Connect to subscribe'}
      </button>
      {failure ? <p role="alert">{failure}</p> : null}
    </section>
  )
}
