import { formatUnits, parseUnits } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { useAmountInput } from '@latchkey/react'
import { type ReactNode, useId } from 'react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import styles from './TradeBox.module.css'
import { TradeToken } from './TradeToken.tsx'
import { useLargestAmount } from './useLargestAmount.ts'
import { useOwned } from './useOwned.ts'

const parts = [25n, 50n] as const

/** The amount to pay, and its token. */
export function TradePay({
  from,
  amount,
  canAskMax,
  select,
  onAmount,
}: {
  from: SwappableToken
  amount: string
  /** The kit can compute the largest possible amount. */
  canAskMax: boolean
  /** The choice of the token, if there is one. */
  select: ReactNode
  onAmount: (amount: string) => void
}) {
  const { text, format } = useLanguage()
  const id = useId()
  const symbol = cleanLabel(from.symbol, { limit: 12 })
  const field = useAmountInput({
    ...{ value: amount, onChange: onAmount, units: [from.symbol], locale: format.locale },
    token: from,
  })
  const owned = useOwned(from)
  const { isAsking, fillMax } = useLargestAmount({ amount, onAmount })
  const canFill = owned !== undefined && /[1-9]/.test(owned)
  const fill = (part: bigint) => {
    const units = parseUnits(owned ?? '', from.decimals)
    if (units.ok) onAmount(formatUnits((units.value * part) / 100n, from.decimals))
  }
  return (
    <div className={styles.leg}>
      <div className={styles.line}>
        <label htmlFor={id}>{text.trade.pay}</label>
        {owned !== undefined && <span>{text.trade.balance(format.quantity(owned))}</span>}
      </div>
      <div className={styles.amountLine}>
        <input
          id={id}
          className={styles.amount}
          data-length={lengthOf(field.text)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          translate="no"
          dir="ltr"
          aria-invalid={field.problem !== undefined || undefined}
          aria-describedby={`${id}read`}
          value={field.text}
          onChange={({ target }) => field.onText(target.value)}
        />
        {select ?? <TradeToken token={from} />}
      </div>
      <div id={`${id}read`} className={styles.read} role="status" data-problem={field.problem}>
        {field.problem !== undefined && (
          <span>
            {field.money
              ? text.trade.otherCurrency(symbol, field.money.sign)
              : text.trade.problem[field.problem === 'exponent' ? 'exponent' : 'malformed']}
          </span>
        )}
        {field.money?.worth && (
          <button type="button" className={styles.part} onClick={field.money.worth.take}>
            {text.trade.otherWorth(
              format.money(field.money.worth.dollars),
              `${field.money.worth.amount}\u00a0${symbol}`,
            )}
          </button>
        )}
        {field.money && (
          <button type="button" className={styles.part} onClick={field.money.takeAmount}>
            {text.trade.otherAmount(`${field.money.amount}\u00a0${symbol}`)}
          </button>
        )}
        {field.understood !== undefined && <span>{text.trade.readAs(`${field.understood}\u00a0${symbol}`)}</span>}
        {field.other !== undefined && (
          <button type="button" className={styles.part} onClick={field.takeOther}>
            {text.trade.otherAmount(field.other)}
          </button>
        )}
      </div>
      <div className={styles.line}>
        <span>{/[1-9]/.test(amount) && from.price !== null && format.money(Number(amount) * from.price)}</span>
        {canFill && (
          <span className={styles.parts}>
            {parts.map((part) => (
              <button
                key={String(part)}
                type="button"
                className={styles.part}
                aria-label={text.trade.part(format.percent(Number(part) / 100))}
                onClick={() => fill(part)}
              >
                {format.percent(Number(part) / 100)}
              </button>
            ))}
            {canAskMax && (
              <button type="button" className={styles.part} disabled={isAsking} onClick={() => void fillMax()}>
                {text.trade.max}
              </button>
            )}
          </span>
        )}
      </div>
    </div>
  )
}

/** Returns the size class of a long amount, which is smaller so that every digit shows. */
function lengthOf(amount: string) {
  return amount.length > 15 ? 'long' : amount.length > 9 ? 'medium' : undefined
}
