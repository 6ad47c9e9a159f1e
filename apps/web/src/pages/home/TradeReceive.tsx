import type { SwapState } from '@latchkey/core'
import type { SwappableToken } from '@latchkey/protocol/api'
import { type ReactNode, useId } from 'react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TradeBox.module.css'
import { TradeToken } from './TradeToken.tsx'

/** The quoted amount to receive, from the chain's pools. */
export function TradeReceive({
  to,
  state,
  select,
}: {
  to: SwappableToken
  state: SwapState | undefined
  /** The choice of the token, if there is one. */
  select: ReactNode
}) {
  const { text, format } = useLanguage()
  const id = useId()
  const symbol = cleanLabel(to.symbol, { limit: 12 })
  const hasAmount = /[1-9]/.test(state?.form.amount ?? '')
  const exact = hasAmount ? state?.pricing.toAmountText : undefined
  const isTooFine = state?.issues.some(({ code }) => code === 'amount_too_precise') === true
  const isWaiting = hasAmount && exact === undefined && !isTooFine && !state?.pricing.error
  // An unknown amount is not zero.
  const shown = exact !== undefined ? format.quantity(exact) : hasAmount ? '—' : '0'
  return (
    // biome-ignore lint/a11y/useSemanticElements: this group has no input
    <div
      className={styles.leg}
      role="group"
      aria-labelledby={id}
      aria-live="polite"
      aria-busy={state?.pricing.status === 'loading'}
    >
      <div className={styles.line}>
        <span id={id}>{text.trade.receive}</span>
      </div>
      <div className={styles.amountLine}>
        {isWaiting ? (
          <span className={styles.amount}>
            <Skeleton width={6} />
          </span>
        ) : (
          <span
            className={styles.amount}
            data-length={shown.length > 10 ? 'medium' : undefined}
            data-none={exact === undefined || undefined}
            title={exact === undefined ? undefined : `${format.exactQuantity(exact)} ${symbol}`}
          >
            <bdi dir="ltr">{shown}</bdi>
          </span>
        )}
        {select ?? <TradeToken token={to} />}
      </div>
      <div className={styles.line}>
        <span>{exact !== undefined && to.price !== null && format.money(Number(exact) * to.price)}</span>
      </div>
    </div>
  )
}
