import { useModalScope } from '../context/ModalScope.tsx'
import { formatCost } from '../format/formatCost.ts'
import { Detail } from './Details.tsx'
import { Money } from './Money.tsx'

export type NetworkCostProps = {
  /** Decimal text of the native token. */
  text: string
  symbol: string
  /** In US dollars; null without a known price. */
  value: number | null
  /**
   * `about`: an estimate before the transaction is built. `most`: the limit of a transaction, of which the network refunds the unused part.
   * `exact`: the paid cost.
   */
  bound: 'about' | 'most' | 'exact'
}

const names = { about: 'send.cost.about', most: 'transaction.cost', exact: 'send.cost' } as const

/**
 * The network cost of a transaction, with a label for the kind of figure. Rounds a limit up like the wallet's card, so that both show the
 * same figure.
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
