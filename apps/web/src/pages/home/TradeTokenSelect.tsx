import type { SwappableToken } from '@latchkey/protocol/api'
import { Suspense, useState } from 'react'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { CrashBoundary } from '../../ui/CrashBoundary.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import styles from './TradeBox.module.css'
import type { TradeSide } from './TradeBox.tsx'
import { TradeToken } from './TradeToken.tsx'

const TradeTokenSheet = lazyComponent(async () => (await import('./TradeTokenSheet.tsx')).TradeTokenSheet)

/** The token to pay or to receive, in the style of the kit's modal; opens the choice. */
export function TradeTokenSelect({
  side,
  token,
  tokens,
  onChange,
}: {
  side: TradeSide
  token: SwappableToken
  tokens: readonly SwappableToken[]
  onChange: (token: SwappableToken) => void
}) {
  const { text } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const label = side === 'buy' ? text.trade.payWith : text.trade.receiveAs
  const preload = () => void TradeTokenSheet.preload()
  return (
    <>
      <button
        type="button"
        className={styles.select}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}: ${cleanLabel(token.symbol, { limit: 12 })}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <TradeToken token={token} />
        <span className={styles.arrow}>
          <Icon name="next" size={14} />
        </span>
      </button>
      {isOpen && (
        <CrashBoundary>
          <Suspense>
            <TradeTokenSheet
              title={label}
              token={token}
              tokens={tokens}
              onClose={() => setOpen(false)}
              onChange={(chosen) => {
                setOpen(false)
                onChange(chosen)
              }}
            />
          </Suspense>
        </CrashBoundary>
      )}
    </>
  )
}
