import type { SwapState } from '@latchkey/core'
import { formatUnits, impactLevel, readMinimum, roundCostUp } from '@latchkey/protocol'
import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { useErrorText, useLatchkey } from '@latchkey/react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import styles from './TradeBox.module.css'

/** The details of the quote, or why there is none. */
export function TradeQuote({
  state,
  from,
  to,
}: {
  state: SwapState | undefined
  from: SwappableToken
  to: SwappableToken
}) {
  const { text } = useLanguage()
  const { swap } = useLatchkey()
  const error = state?.issues.find(({ code }) => code === 'amount_too_precise') ?? state?.pricing.error
  const reason = useErrorText(error)
  const isSlow = useLongWait(state?.pricing.status === 'loading')
  if (!state || !/[1-9]/.test(state.form.amount)) return null
  const { quote } = state.pricing
  if (error && !quote) {
    const { retryable } = new ServiceError(error.code)
    return (
      <div className={styles.problem} role="alert">
        <p>{reason}</p>
        {retryable && (
          <Button size="s" onClick={() => swap.edit({})}>
            {text.state.retry}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <Details quote={quote} slippage={state.form.slippage} from={from} to={to} />
      {error && <p className={styles.stale}>{text.trade.stale}</p>}
      {!error && isSlow && (
        <div className={styles.problem} role="status">
          <p>{text.state.waiting}</p>
          <Button size="s" onClick={() => swap.edit({})}>
            {text.state.retry}
          </Button>
        </div>
      )}
    </>
  )
}

/** The rows show before the quote arrives, so that nothing moves. */
function Details({
  quote,
  slippage,
  from,
  to,
}: {
  quote: Quote | undefined
  slippage: number
  from: SwappableToken
  to: SwappableToken
}) {
  const { text, format } = useLanguage()
  const site = useSite()
  const { chainId } = tokenOf(site)
  const native = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.nativeCurrency
  const symbol = cleanLabel(to.symbol, { limit: 12 })
  // A mistyped slippage must not hide the price.
  const units = quote && readMinimum({ amount: quote.toAmount, slippage })
  const minimum = units === undefined ? '' : formatUnits(units, to.decimals)
  const impact = quote?.priceImpact ?? null
  const takers = quote
    ? [
        { token: from, fee: quote.transferFees.from },
        { token: to, fee: quote.transferFees.to },
      ].filter(({ fee }) => fee > 0)
    : []
  const share = (value: number | null) => (value === null ? text.trade.unknown : format.share(Math.max(0, value)))
  const rows = [
    {
      name: text.trade.minimum,
      value: quote && `${format.quantity(minimum)} ${symbol}`,
      title: `${format.exactQuantity(minimum)} ${symbol}`,
    },
    { name: text.trade.impact, value: quote && share(impact), warns: impactLevel(impact) !== 'fine' },
    { name: text.trade.poolFee, value: quote && share(quote.poolFee) },
    ...takers.map(({ token, fee }) => ({
      name: text.trade.transferFee(cleanLabel(token.symbol, { limit: 12 })),
      value: share(fee),
      warns: true,
    })),
    {
      name: text.trade.cost,
      value:
        quote &&
        `${format.exactQuantity(roundCostUp(formatUnits(BigInt(quote.gas) * BigInt(quote.gasPrice), native?.decimals ?? 18)))} ${native?.symbol ?? ''}`,
    },
  ]
  return (
    <dl className={styles.details}>
      {rows.map(({ name, value, ...row }) => (
        <div key={name} data-tone={value && 'warns' in row && row.warns ? 'warn' : undefined}>
          <dt>{name}</dt>
          <dd title={value && 'title' in row ? row.title : undefined}>
            {/* A number and its unit stay in this order in every language. */}
            {value ? <bdi dir={/\d/.test(value) ? 'ltr' : 'auto'}>{value}</bdi> : <Skeleton width={8} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
