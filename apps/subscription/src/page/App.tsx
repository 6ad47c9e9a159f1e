import { ConnectButton, useAccount, useModal } from '@latchkey/react'
import type { SubscriptionRecord } from '../paper/createSubscriptionRecord.ts'
import { type OfferedPlan, paperName } from '../paper/paperApi.ts'
import { Article } from './Article.tsx'
import { EndedSubscription } from './EndedSubscription.tsx'
import { Offer } from './Offer.tsx'
import { OtherSubscription } from './OtherSubscription.tsx'
import { PaymentList, Unconfirmed } from './PaymentList.tsx'
import { useSubscription } from './useSubscription.ts'

/** The newspaper's only page: the article for readers, the offer for all others, and every subscription of this browser. */
export function App({ plan, sandbox, record }: { plan: OfferedPlan; sandbox: boolean; record: SubscriptionRecord }) {
  const { address, status } = useAccount()
  const { open } = useModal()
  const reader = useSubscription({ plan, address, record })
  const { subscription, unconfirmed, others, over, dismiss } = reader
  // Every read of the newspaper renders the page again.
  const now = Math.floor(Date.now() / 1000)
  const isSubscribed = subscription !== null && subscription?.ended === null
  const isPending = status === 'reconnecting' || status === 'connecting'
  const connected = address !== undefined ? 'other' : isPending ? 'pending' : 'none'
  // Without a wallet, an offer beside a subscription would look as if none ran.
  const isOffered = !isSubscribed && unconfirmed === undefined && (address !== undefined || others.length === 0)
  return (
    <>
      {sandbox ? (
        <aside className="sandbox" aria-label="Sandbox">
          Local sandbox: test money on local chains
        </aside>
      ) : null}
      <header>
        <h1>{paperName}</h1>
        <ConnectButton />
      </header>
      <main>
        <Article isWhole={subscription?.canRead === true} />
        {others.map(({ kept, seen }) => (
          <OtherSubscription
            key={kept.account}
            {...{ plan, kept, seen, connected, now }}
            onConnect={() => open(connected === 'other' ? { view: 'Wallets' } : {})}
            onRetry={reader.look}
          />
        ))}
        {over.map(({ kept, seen }) => (
          <EndedSubscription key={kept.account} {...{ plan, kept, seen }} onDismiss={() => dismiss(kept.account)} />
        ))}
        {subscription ? <PaymentList plan={plan} reader={{ ...reader, subscription }} now={now} /> : null}
        {unconfirmed && !isSubscribed ? <Unconfirmed reader={reader} /> : null}
        {isOffered ? <Offer plan={plan} reader={reader} /> : null}
      </main>
    </>
  )
}
