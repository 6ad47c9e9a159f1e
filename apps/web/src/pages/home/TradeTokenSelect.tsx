import type { ConvertToken } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import styles from './TradeBox.module.css'
import type { TradeSide } from './TradeBox.tsx'

/** What is paid with, or what a sale is paid out in. */
export function TradeTokenSelect({
  side,
  token,
  tokens,
  onChange,
}: {
  side: TradeSide
  token: ConvertToken
  tokens: readonly ConvertToken[]
  onChange: (token: ConvertToken) => void
}) {
  const { text } = useLanguage()
  return (
    <select
      className={styles.select}
      aria-label={side === 'buy' ? text.trade.payWith : text.trade.receiveAs}
      value={token.address}
      onChange={({ target }) => {
        const chosen = tokens.find(({ address }) => address === target.value)
        if (chosen) onChange(chosen)
      }}
    >
      {tokens.map(({ address, symbol }) => (
        <option key={address} value={address}>
          {cleanLabel(symbol, { limit: 12 })}
        </option>
      ))}
    </select>
  )
}
