import { useModalScope } from '../context/ModalScope.tsx'
import { formatCost } from '../format/formatCost.ts'
import { Detail } from './Details.tsx'
import { Money } from './Money.tsx'

/** What {@link NetworkCost} takes. */
export type NetworkCostProps = {
  /** Decimal text of the native coin. */
  text: string
  symbol: string
  /** In usd; null where no price is known. */
  value: number | null
  /**
   * `about`: an estimate, before anything is built. `most`: the limit of a transaction; the network gives back what it does not need.
   * `exact`: what is paid.
   */
  bound: 'about' | 'most' | 'exact'
}

const names = { about: 'send.cost.about', most: 'transaction.cost', exact: 'send.cost' } as const

/**
 * The network cost of a transaction, under the name of what the figure is. A limit is rounded up as the wallet's own card rounds it, so
 * that both show the same figure.
 */
export function NetworkCost({ text, symbol, value, bound }: NetworkCostProps) {
  const { t, format } = useModalScope()
  return (
    <Detail name={t(names[bound])}>
      <span className="row-values">
        <span className="figures" translate="no">
          {bound === 'exact' ? format.amount(text, { digits: 80 }) : formatCost({ format, text })} {symbol}
        </span>
        <span className="row-subtitle">
          <Money value={value} explain />
        </span>
      </span>
    </Detail>
  )
}
