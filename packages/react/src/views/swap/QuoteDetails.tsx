import { formatUnits, impactLevel } from '@latchkey/protocol'
import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Detail, Details } from '../../ui/Details.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NetworkCost } from '../../ui/NetworkCost.tsx'
import { Impact } from './Impact.tsx'
import { isWrap } from './isWrap.ts'
import { minimumOf } from './minimumOf.ts'
import { QuoteFees } from './QuoteFees.tsx'
import { RouteDrawing } from './RouteDrawing.tsx'
import { contractOf } from './tokenOf.ts'

export type QuoteDetailsProps = { quote: Quote; known: readonly SwappableToken[] }

/** The minimum received, and the details of the quote on demand. */
export function QuoteDetails({ quote, known }: QuoteDetailsProps) {
  const { t, format } = useModalScope()
  const { state } = useSwap({ watch: false })
  const { active } = useNetwork()
  const [isOpen, setOpen] = useRemembered('Swap.details', false)
  const id = useId()
  const { from, to, slippage } = state.form
  if (from === undefined || to === undefined) return null
  const isPlain = isWrap(quote)
  const minimum = minimumOf({ amount: quote.toAmount, slippage: isPlain ? 0 : slippage, decimals: to.decimals })
  const cost = formatUnits(BigInt(quote.gas) * BigInt(quote.gasPrice), active?.nativeCurrency.decimals ?? 18)
  const native = known.find((token) => contractOf(token) === undefined)
  const level = impactLevel(quote.priceImpact)
  return (
    <div className="quote-details">
      <button
        type="button"
        className="quote-summary"
        data-key="details"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="quote-summary-name">{t('swap.minimum')}</span>
        <span className="quote-summary-value figures" translate="no">
          {minimum === undefined ? '—' : `${format.amount(minimum, { digits: 4 })} ${to.symbol}`}
        </span>
        <Icon name="down" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Details>
            {!isPlain && (
              <>
                <Detail name={t('swap.impact')}>
                  <Impact value={quote.priceImpact} level={level} />
                </Detail>
                <QuoteFees quote={quote} from={from} to={to} />
              </>
            )}
            <NetworkCost
              text={cost}
              symbol={active?.nativeCurrency.symbol ?? ''}
              value={native?.price == null ? null : Number(cost) * native.price}
              bound="about"
            />
            <Detail name={t('swap.route')} stacked>
              <RouteDrawing quote={quote} known={[from, to, ...known]} />
            </Detail>
          </Details>
        )}
      </div>
    </div>
  )
}
