import { formatUnits, parseUnits, readAmount } from '@latchkey/protocol'
import type { ConvertToken } from '@latchkey/protocol/api'
import { useLatchkey } from '@latchkey/react'
import { useId, useState } from 'react'
import { toFailure } from '../../api/toFailure.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import styles from './TradeBox.module.css'
import type { TradeSide } from './TradeBox.tsx'
import { useOwned } from './useOwned.ts'

const parts = [25n, 50n] as const

/** How much is paid, and in what; of a sale, in what it is paid out. */
export function TradeFields({
  from,
  others,
  other,
  side,
  amount,
  onAmount,
  onOther,
}: {
  from: ConvertToken
  others: readonly ConvertToken[]
  other: ConvertToken
  side: TradeSide
  amount: string
  onAmount: (amount: string) => void
  onOther: (token: ConvertToken) => void
}) {
  const { text, format } = useLanguage()
  const { swap, modal } = useLatchkey()
  const id = useId()
  const owned = useOwned(from)
  const [isAskingMax, setAskingMax] = useState(false)
  const canFill = owned !== undefined && /[1-9]/.test(owned)
  const fill = (part: bigint) => {
    const units = parseUnits(owned ?? '', from.decimals)
    if (units.ok) onAmount(formatUnits((units.value * part) / 100n, from.decimals))
  }
  const fillMax = async () => {
    // The form has to be at this pair before the kit can say how much of it may go.
    onAmount(amount)
    setAskingMax(true)
    try {
      onAmount(await swap.max())
    } catch (error) {
      const { message, code } = toFailure(error)
      modal.toast({ kind: 'error', message, code })
    } finally {
      setAskingMax(false)
    }
  }
  const select = (
    <select
      className={styles.select}
      aria-label={side === 'buy' ? text.trade.payWith : text.trade.receiveAs}
      value={other.address}
      onChange={({ target }) => {
        const token = others.find(({ address }) => address === target.value)
        if (token) onOther(token)
      }}
    >
      {others.map(({ address, symbol }) => (
        <option key={address} value={address}>
          {cleanLabel(symbol, { limit: 12 })}
        </option>
      ))}
    </select>
  )
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <label htmlFor={id}>{text.trade.pay}</label>
        {owned !== undefined && <span>{text.trade.balance(format.quantity(owned))}</span>}
      </div>
      <div className={styles.amountLine}>
        <input
          id={id}
          className={styles.amount}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          translate="no"
          value={amount}
          onChange={({ target }) => {
            const typed = readAmount(target.value)
            if (typed !== undefined) onAmount(typed)
          }}
        />
        {side === 'buy' ? select : <span className={styles.symbol}>{cleanLabel(from.symbol, { limit: 12 })}</span>}
      </div>
      <div className={styles.line}>
        {canFill ? (
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
            <button type="button" className={styles.part} disabled={isAskingMax} onClick={() => void fillMax()}>
              {text.trade.max}
            </button>
          </span>
        ) : (
          <span />
        )}
        {side === 'sell' && (
          <span className={styles.payout}>
            {text.trade.receiveAs} {select}
          </span>
        )}
      </div>
    </div>
  )
}
