import { formatUnits, parseUnits } from '@latchkey/protocol'
import { useAccount, useBalances, useModal } from '@latchkey/react'
import type { OfferedPlan } from '../paper/paperApi.ts'
import { priceText, spanText } from './planTexts.ts'
import type { Reader } from './useSubscription.ts'

/** The price of the subscription, and the button that asks the reader's wallet. */
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
  const missing = useMissing(plan)
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
      <button type="button" disabled={busy || missing !== undefined} onClick={() => (isConnected ? start() : open())}>
        {status === 'asking' ? 'Your wallet asks you …' : isConnected ? 'Subscribe' : 'Connect to subscribe'}
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
