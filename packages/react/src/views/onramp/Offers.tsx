import type { OnrampQuote } from '@latchkey/protocol/api'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBuy } from '../../hooks/useBuy.ts'
import { Note } from '../../ui/Note.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { OfferClock } from './OfferClock.tsx'
import { OfferItem } from './OfferItem.tsx'
import { RefusalItem } from './RefusalItem.tsx'

export type OffersProps = {
  chosen: OnrampQuote | undefined
  onChoose: (quote: OnrampQuote) => void
  /** Focuses the field for the amount. */
  onAmount: () => void
}

/** The quotes of all providers, best first, and the reasons of providers without one. */
export function Offers({ chosen, onChoose, onAmount }: OffersProps) {
  const { t, sentence } = useModalScope()
  const { state, refresh, load } = useBuy({ watch: false })
  const { options, pricing, form, issues } = state
  const { quotes, refusals } = pricing
  const id = useId()
  const isSample = options.isSample || pricing.isSample
  const isAsked =
    /[1-9]/.test(form.amount) && form.asset !== undefined && issues.every(({ field }) => field === 'order')
  const isEmpty = quotes.length === 0 && refusals.length === 0
  // An empty sample is final: no estimate is possible, and no quote will arrive.
  const isPending = options.value === undefined || (isAsked && /idle|loading/.test(pricing.status))
  const isWaiting = isEmpty && pricing.error === undefined && isPending
  const isSlow = useLongWait(isWaiting || pricing.status === 'loading')
  const [best] = quotes

  function retry(): void {
    if (options.value === undefined || options.isSample) void load()
    refresh()
  }

  if (isEmpty && !isWaiting && !isSample && pricing.error === undefined)
    // The field shows the error of an amount.
    return /[1-9]/.test(form.amount) && form.asset !== undefined ? null : <p className="buy-hint">{t('buy.empty')}</p>
  return (
    <section className="buy-offers" aria-labelledby={id}>
      <div className="buy-offers-head">
        <h3 id={id} className="buy-offers-name">
          {t('buy.offers')}
        </h3>
        {!isSample && !isEmpty && (
          <OfferClock
            validUntil={quotes.map(({ validUntil }) => validUntil).sort()[0]}
            isLoading={pricing.status === 'loading'}
            onRefresh={refresh}
          />
        )}
      </div>
      {isSample && !isWaiting && (
        <Note tone="warn" action={{ label: t('retry'), onClick: retry }}>
          <strong>{t('buy.sample.title')}</strong>
          <span>{t('buy.sample.text')}</span>
        </Note>
      )}
      {pricing.error !== undefined && !isSample && (
        <Note tone="warn" alert action={{ label: t('retry'), onClick: retry }}>
          <strong>{sentence(pricing.error)}</strong>
          {!isEmpty && <span>{t('buy.old')}</span>}
        </Note>
      )}
      <ul className="buy-list" aria-busy={isWaiting || undefined}>
        {isWaiting &&
          Array.from({ length: Math.max(1, options.value?.providers.length ?? 1) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <SkeletonOffer key={index} />
          ))}
        {quotes.map((quote) => (
          <OfferItem
            key={quote.provider.id}
            quote={quote}
            name={id}
            isChosen={quote === chosen && quotes.length > 1}
            isBest={quote === best && quotes.length > 1 && givesMost(quotes)}
            isSample={isSample}
            onChoose={() => onChoose(quote)}
          />
        ))}
        {refusals.map((refusal) => (
          <RefusalItem key={refusal.provider.id} refusal={refusal} onRetry={refresh} onAmount={onAmount} />
        ))}
      </ul>
      <p className="sr" role="status">
        {isWaiting
          ? t('buy.looking')
          : best !== undefined && !isSample
            ? t('buy.live', {
                provider: best.provider.name,
                amount: `${best.purchaseAmount.amount} ${best.purchaseAmount.currency}`,
              })
            : ''}
      </p>
      {isSlow && <Note>{t('buy.slow')}</Note>}
    </section>
  )
}

/** Whether the first quote gives more than the second. */
function givesMost([first, second]: readonly OnrampQuote[]): boolean {
  return Number(first?.purchaseAmount.amount) > Number(second?.purchaseAmount.amount)
}

/** Placeholder with the size of a quote. */
function SkeletonOffer() {
  return (
    <li className="buy-offer" aria-hidden="true">
      <div className="buy-offer-pick">
        <span className="picture skeleton" data-shape="square" />
        <span className="row-text">
          <span className="skeleton skeleton-line" data-width="0" />
          <span className="skeleton skeleton-line" data-width="1" />
        </span>
      </div>
      <div className="buy-offer-line">
        <span />
        <span className="skeleton skeleton-line buy-skeleton-fees" data-small="" data-width="end" />
      </div>
    </li>
  )
}
