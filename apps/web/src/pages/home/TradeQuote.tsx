import type { SwapState } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'
import type { ConvertToken } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { useLatchkey } from '@latchkey/react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TradeBox.module.css'

/** From here on a swap moves the price so much that it is said. */
const warnImpact = 0.03

/** What comes out, and what it costs; or why there is no price. */
export function TradeQuote({ state, to }: { state: SwapState | undefined; to: ConvertToken }) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { swap } = useLatchkey()
  const symbol = cleanLabel(to.symbol, { limit: 12 })
  const amount = state && /[1-9]/.test(state.form.amount) ? state.form.amount : undefined
  if (!state || amount === undefined) return null
  const { pricing, form } = state
  const { quote, toAmountText, error } = pricing
  if (error && !quote) {
    const { retryable } = new ServiceError(error.code)
    return (
      <div className={styles.problem} role="alert">
        <p>{error.message}.</p>
        {retryable && (
          <Button size="s" onClick={() => swap.edit({})}>
            {text.state.retry}
          </Button>
        )}
      </div>
    )
  }
  const { chainId } = tokenOf(site)
  const native = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.nativeCurrency
  const minimum =
    quote &&
    formatUnits((BigInt(quote.toAmount) * BigInt(Math.round((100 - form.slippage) * 100))) / 10_000n, to.decimals)
  const impact = quote?.priceImpact
  return (
    <div className={styles.quote} aria-live="polite" aria-busy={pricing.status === 'loading'}>
      <p className={styles.receive}>
        <span>{text.trade.receive}</span>
        {toAmountText === undefined ? (
          <Skeleton width={6} />
        ) : (
          <strong title={`${format.exactQuantity(toAmountText)} ${symbol}`}>
            {format.quantity(toAmountText)} <span>{symbol}</span>
          </strong>
        )}
      </p>
      {quote && (
        <dl className={styles.details}>
          <div>
            <dt>{text.trade.minimum}</dt>
            <dd>
              {format.quantity(minimum ?? '')} {symbol}
            </dd>
          </div>
          <div data-tone={impact !== null && impact !== undefined && impact < warnImpact ? undefined : 'warn'}>
            <dt>{text.trade.impact}</dt>
            <dd>{impact === null || impact === undefined ? text.trade.unknown : format.share(impact)}</dd>
          </div>
          <div>
            <dt>{text.trade.poolFee}</dt>
            <dd>{quote.poolFee === null ? text.trade.unknown : format.share(quote.poolFee)}</dd>
          </div>
          <div>
            <dt>{text.trade.cost}</dt>
            <dd>
              {format.quantity(formatUnits(BigInt(quote.gas) * BigInt(quote.gasPrice), native?.decimals ?? 18))}{' '}
              {native?.symbol}
            </dd>
          </div>
        </dl>
      )}
      {error && quote && <p className={styles.stale}>{text.trade.stale}</p>}
    </div>
  )
}
