import type { OnrampQuote } from '@latchkey/protocol/api'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { Detail, Details } from '../../ui/Details.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'
import { ProviderName } from './ProviderName.tsx'
import { useFiat } from './useFiat.ts'

export type OfferItemProps = {
  quote: OnrampQuote
  /** Name of the group of radio buttons. */
  name: string
  isChosen: boolean
  /** This quote gives more than every other. */
  isBest: boolean
  /** An estimate that no provider guarantees. */
  isSample: boolean
  onChoose: () => void
}

/** The quote of one provider; its fees and the network cost on demand. */
export function OfferItem({ quote, name, isChosen, isBest, isSample, onChoose }: OfferItemProps) {
  const { t } = useModalScope()
  const fiat = useFiat()
  const [isOpen, setOpen] = useRemembered(`Buy.fees.${quote.provider.id}`, false)
  const id = useId()
  const { provider, purchaseAmount, paymentSubtotal, paymentTotal, coinbaseFee, networkFee } = quote
  const money = (sum: { amount: string; currency: string }) => (
    <span className="figures" data-figures="">
      {fiat.money(sum.amount, sum.currency)}
    </span>
  )
  const given = Number(purchaseAmount.amount)
  const fees = {
    amount: String(Number(coinbaseFee.amount) + Number(networkFee.amount)),
    currency: paymentTotal.currency,
  }
  return (
    <li className="buy-offer" data-chosen={isChosen || undefined} data-sample={isSample || undefined}>
      <label className="buy-offer-pick">
        <input
          type="radio"
          name={name}
          data-key={`offer-${provider.id}`}
          checked={isChosen}
          disabled={isSample}
          onChange={onChoose}
        />
        <Picture src={undefined} name={provider.name} shape="square" />
        <span className="row-text">
          <ProviderName provider={isSample ? { ...provider, isSandbox: false } : provider} />
          <span className="buy-given">
            <ShortAmount text={purchaseAmount.amount} token={{ symbol: purchaseAmount.currency }} />
          </span>
        </span>
      </label>
      <div className="buy-offer-line" hidden={isSample}>
        {isBest ? (
          <span className="tag" data-tone="gain">
            {t('buy.best')}
          </span>
        ) : (
          <span />
        )}
        <button
          type="button"
          className="buy-fees"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            {t('buy.fees')} {money(fees)}
          </span>
          <span className="sr" translate="no">
            {provider.name}
          </span>
          <Icon name="down" />
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Details>
            <Detail name={t('buy.fee')}>{money(coinbaseFee)}</Detail>
            <Detail name={t('send.cost')}>{money(networkFee)}</Detail>
            <Detail name={t('buy.subtotal')}>{money(paymentSubtotal)}</Detail>
            {given > 0 && (
              <Detail name={t('buy.price', { token: purchaseAmount.currency })}>
                {money({ amount: String(Number(paymentSubtotal.amount) / given), currency: paymentSubtotal.currency })}
              </Detail>
            )}
            <Detail name={t('buy.total')}>{money(paymentTotal)}</Detail>
          </Details>
        )}
      </div>
    </li>
  )
}
