import type { SwappableToken } from '@latchkey/protocol/api'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import styles from './TradeTokenSheet.module.css'
import { useOwned } from './useOwned.ts'

/** The tokens to pay or to receive, each with its price and the visitor's balance. */
export function TradeTokenSheet({
  title,
  token,
  tokens,
  onChange,
  onClose,
}: {
  title: string
  /** The selected token. */
  token: SwappableToken
  tokens: readonly SwappableToken[]
  onChange: (token: SwappableToken) => void
  onClose: () => void
}) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <ul className={styles.tokens} aria-label={title}>
        {tokens.map((one) => (
          <li key={one.address}>
            <TokenRow token={one} isChosen={one === token} onChoose={() => onChange(one)} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function TokenRow({ token, isChosen, onChoose }: { token: SwappableToken; isChosen: boolean; onChoose: () => void }) {
  const { format } = useLanguage()
  const owned = useOwned(token)
  const { name, symbol, logoUri, address, price } = token
  const label = cleanLabel(symbol, { limit: 12 })
  return (
    <button type="button" className={styles.row} aria-current={isChosen || undefined} onClick={onChoose}>
      <TokenIcon symbol={symbol} iconUrl={logoUri} address={address} size={36} />
      <span className={styles.naming}>
        <bdi className={styles.name}>{cleanLabel(name)}</bdi>
        <span className={styles.sub}>
          <bdi>{label}</bdi> · {format.price(price)}
        </span>
      </span>
      {owned !== undefined && (
        <span className={styles.owned} title={`${format.exactQuantity(owned)} ${label}`}>
          <bdi dir="ltr">{format.quantity(owned)}</bdi>
        </span>
      )}
    </button>
  )
}
