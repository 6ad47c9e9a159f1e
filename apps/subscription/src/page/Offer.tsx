import { formatUnits, parseUnits } from '@latchkey/protocol'
import { useAccount, useBalances, useModal } from '@latchkey/react'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { OfferTerms } from './OfferTerms.tsx'
import { priceText, spanText } from './planTexts.ts'
import type { Reader } from './useSubscription.ts'

/** The terms of the subscription, and the button that asks the reader's wallet. */
export function Offer({
  plan,
  reader: { status, failure, start, subscription, isUnreachable, others, look },
}: {
  plan: OfferedPlan
  reader: Reader
}) {
  const { isConnected } = useAccount()
  const { open } = useModal()
  const missing = useMissing(plan)
  const isUnknown = isConnected && subscription === undefined
  const isSilent = isUnknown && isUnreachable
  return (
    <section className="offer" aria-labelledby="offer-title">
      <h2 id="offer-title">Read on</h2>
      <p className="price">
        <strong>{priceText(plan)}</strong> {spanText(plan.period)}
      </p>
      <OfferTerms plan={plan} />
      <p>
        You allow this once, in your wallet. Your wallet shows the same terms and the network cost before you agree. The
        paper can take no more than that, and no other token.
      </p>
      {others.length > 0 ? (
        <p role="status">The subscription above belongs to another wallet. This would be a second one.</p>
      ) : null}
      {isSilent ? (
        <p role="alert">
          The newspaper does not answer, so it is not known whether this wallet has a subscription.{' '}
          <button type="button" className="quiet" onClick={look}>
            Ask again
          </button>
        </p>
      ) : null}
      <button
        type="button"
        disabled={status === 'asking' || isUnknown || missing !== undefined}
        onClick={() => (isConnected ? start() : open())}
      >
        {status === 'asking'
          ? 'Your wallet asks you …'
          : isUnknown && !isSilent
            ? 'Asking the newspaper …'
            : isConnected
              ? 'Subscribe'
              : 'Connect to subscribe'}
      </button>
      {missing === undefined ? null : (
        <p role="status">
          {missing}{' '}
          <button type="button" className="quiet" onClick={() => open({ view: 'Receive' })}>
            Show my address
          </button>
        </p>
      )}
      {failure ? <p role="alert">{failure}</p> : null}
    </section>
  )
}

/** Returns the amount that a connected reader lacks for the first payment; undefined if it has enough, or if unknown. */
function useMissing({ chainId, token, price }: OfferedPlan): string | undefined {
  const { isConnected } = useAccount()
  const { data } = useBalances({ enabled: isConnected })
  if (!isConnected || data === undefined) return undefined
  const id = `${chainId}:${token.address}`.toLowerCase()
  const held = data.find(({ address }) => address?.toLowerCase() === id)?.quantity.numeric ?? '0'
  const units = parseUnits(held, token.decimals)
  if (!units.ok || units.value >= BigInt(price)) return undefined
  return `You have ${held} ${token.symbol}; the first payment is ${formatUnits(BigInt(price), token.decimals)} ${token.symbol}.`
}
