import { ConnectButton, useAccount } from '@latchkey/react'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { Article } from './Article.tsx'
import { Offer } from './Offer.tsx'
import { PaymentList } from './PaymentList.tsx'
import { useSubscription } from './useSubscription.ts'

/** The newspaper's only page: the article for readers, the offer for all others. */
export function App({ plan, sandbox }: { plan: OfferedPlan; sandbox: boolean }) {
  const { address } = useAccount()
  const reader = useSubscription({ plan, address })
  const { subscription } = reader
  const isSubscribed = subscription !== null && subscription?.ended === null
  return (
    <>
      {sandbox ? (
        <aside className="sandbox" aria-label="Sandbox">
          Local sandbox: test money on local chains
        </aside>
      ) : null}
      <header>
        <h1>The Harbour Post</h1>
        <ConnectButton />
      </header>
      <main>
        <Article isWhole={subscription?.canRead === true} />
        {isSubscribed ? null : <Offer plan={plan} reader={reader} />}
        {subscription ? <PaymentList plan={plan} reader={{ ...reader, subscription }} /> : null}
      </main>
    </>
  )
}
