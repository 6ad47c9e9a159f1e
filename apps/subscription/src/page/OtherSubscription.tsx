import type { KeptSubscription } from '../paper/createSubscriptionRecord.ts'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import type { Seen } from './useLook.ts'

/** A subscription of this browser whose wallet is not connected now. Its payments continue, so the page must not hide it. */
export function OtherSubscription({
  plan,
  kept,
  seen: { subscription, isUnreachable },
  connected,
  now,
  onConnect,
  onRetry,
}: {
  plan: OfferedPlan
  kept: KeptSubscription
  seen: Seen
  /** The wallet that is connected instead; `pending` while the page restores a connection. */
  connected: 'none' | 'other' | 'pending'
  /** Unix seconds. */
  now: number
  onConnect: () => void
  onRetry: () => void
}) {
  const { account, startsAt, endsAt, state } = kept
  const isKnown = state === 'active' && subscription?.pci === kept.pci && !isUnreachable
  const titleId = `other-${account}`
  return (
    <section className="other" aria-labelledby={titleId}>
      <h2 id={titleId}>{isKnown ? 'Your subscription is running' : 'Your subscription may be running'}</h2>
      {isKnown ? (
        <p role="status">
          {connected === 'other'
            ? 'Another wallet is connected now. Payments continue from this one:'
            : connected === 'pending'
              ? 'Payments continue from this wallet:'
              : 'Its wallet is not connected here. Payments continue all the same:'}
        </p>
      ) : isUnreachable ? (
        <p role="alert">
          The newspaper does not answer, so it is not known whether payments continue.{' '}
          <button type="button" className="quiet" onClick={onRetry}>
            Ask again
          </button>
        </p>
      ) : (
        <p role="status">Asking the newspaper …</p>
      )}
      <SubscriptionFacts {...{ plan, account, startsAt, endsAt, now, isKnown }} payments={subscription?.payments} />
      <p>
        To read on or to end it, connect this wallet. You can also end it on any page where that wallet is open: choose
        Settings, then Permissions.
      </p>
      {connected === 'pending' ? (
        <p role="status">Connecting your wallet …</p>
      ) : (
        <button type="button" onClick={onConnect}>
          {connected === 'other' ? 'Change the wallet' : 'Connect this wallet'}
        </button>
      )}
    </section>
  )
}
