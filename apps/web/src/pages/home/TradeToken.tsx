import type { SwappableToken } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import styles from './TradeBox.module.css'

/** A token of a swap: its picture and its symbol. */
export function TradeToken({ token: { symbol, logoUri, address } }: { token: SwappableToken }) {
  return (
    <span className={styles.token}>
      <TokenIcon symbol={symbol} iconUrl={logoUri} address={address} size={24} />
      <bdi className={styles.symbol}>{cleanLabel(symbol, { limit: 12 })}</bdi>
    </span>
  )
}
