import type { SwapPreview } from '@latchkey/core'
import { isAccountId, parseAccountId } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { Detail, Details } from '../../ui/Details.tsx'
import { NetworkCost } from '../../ui/NetworkCost.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'
import { Impact } from './Impact.tsx'
import { isWrap } from './isWrap.ts'
import { QuoteFees } from './QuoteFees.tsx'
import { RouteDrawing } from './RouteDrawing.tsx'
import { rateText } from './rateText.ts'
import { toAmount } from './toAmount.ts'
import { contractOf } from './tokenOf.ts'
import { usePercent } from './usePercent.ts'
import { useSwapTokens } from './useSwapTokens.ts'

export type SwapFactsProps = { preview: SwapPreview }

/** The minimum received, the cost, the route, and the approval that the swap needs. */
export function SwapFacts({ preview }: SwapFactsProps) {
  const { latchkey, t, format } = useModalScope()
  const percent = usePercent()
  const { tokens = [] } = useSwapTokens()
  const { networks } = useReadable(latchkey.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === preview.chainId)
  const { from, to, quote, spender } = preview
  const rate = rateText({
    ...{ form: preview, isTurned: false, format },
    rate: Number(preview.toAmountText) / Number(preview.fromAmountText),
  })
  const native = tokens.find((token) => contractOf(token) === undefined)
  const isPlain = isWrap(quote)
  const asksApproval = preview.steps.some((step) => step !== 'swap')
  return (
    <Details>
      <Detail name={t('swap.minimum')}>
        <ShortAmount text={preview.minimumText} token={to} />
      </Detail>
      {!isPlain && (
        <Detail name={t('swap.slippage')}>
          <span className="figures" data-figures="">
            {percent(preview.slippage / 100)}
          </span>
        </Detail>
      )}
      {rate !== undefined && (
        <Detail name={t('swap.rate')}>
          <span className="figures exact" translate="no">
            {rate}
          </span>
        </Detail>
      )}
      {!isPlain && (
        <>
          <Detail name={t('swap.impact')}>
            <Impact value={quote.priceImpact} level={preview.impact} />
          </Detail>
          <QuoteFees quote={quote} from={from} to={to} />
        </>
      )}
      <NetworkCost
        text={preview.networkCostText}
        symbol={preview.nativeSymbol}
        // The swap box of the site gets here without having read the price of the native token.
        value={
          preview.networkCostValue ?? (native?.price == null ? null : Number(preview.networkCostText) * native.price)
        }
        bound="most"
      />
      <Detail name={t('transaction.network')}>
        <span translate="no">{network?.name ?? preview.chainId}</span>
      </Detail>
      <Detail name={t('swap.deadline')}>
        <time dateTime={new Date(preview.deadline * 1000).toISOString()}>{format.time(preview.deadline * 1000)}</time>
      </Detail>
      <Detail name={t('swap.route')} stacked>
        <RouteDrawing quote={quote} known={[from, to, ...tokens]} />
      </Detail>
      {asksApproval && spender !== undefined && (
        <Detail
          name={t('swap.spender', { amount: toAmount({ text: preview.fromAmountText, token: from, format }) })}
          stacked
        >
          <AddressText address={isAccountId(spender) ? parseAccountId(spender).address : spender} />
        </Detail>
      )}
    </Details>
  )
}
