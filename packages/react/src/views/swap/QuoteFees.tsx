import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Detail } from '../../ui/Details.tsx'
import { usePercent } from './usePercent.ts'

export type QuoteFeesProps = { quote: Quote; from: SwappableToken; to: SwappableToken }

/** Fees of the pools, fees of the tokens, and the aggregator if the route is not from this server. */
export function QuoteFees({ quote, from, to }: QuoteFeesProps) {
  const { t } = useModalScope()
  const percent = usePercent()
  const { transferFees } = quote
  const takers = [
    { token: from, fee: transferFees.from },
    { token: to, fee: transferFees.to },
  ].filter(({ fee }) => fee > 0)
  return (
    <>
      <Detail name={t('swap.poolFee')}>
        {quote.poolFee === null ? (
          t('swap.unknown')
        ) : (
          <span className="figures" data-figures="">
            {percent(quote.poolFee)}
          </span>
        )}
      </Detail>
      {takers.map(({ token, fee }) => (
        <Detail key={token.address} name={t('swap.transferFee', { token: token.symbol })}>
          <span className="figures impact" data-figures="" data-level="warn">
            {percent(fee)}
          </span>
        </Detail>
      ))}
      {quote.provider !== 'latchkey' && (
        <Detail name={t('swap.provider')}>
          <span translate="no">{quote.provider}</span>
        </Detail>
      )}
    </>
  )
}
