import { shortDigits } from '@latchkey/protocol'
import { useModalScope } from '../context/ModalScope.tsx'

/** What {@link ShortAmount} takes. */
export type ShortAmountProps = {
  /** Exact decimal text. */
  text: string
  token: { symbol: string }
  /** How many decimals; as many as are worth a look when left out. */
  digits?: number
}

/** An amount as long as it can be compared at a glance: cut, never rounded up. Every digit of it shows under the pointer. */
export function ShortAmount({ text, token, digits = shortDigits(text) }: ShortAmountProps) {
  const { format } = useModalScope()
  return (
    <span className="figures exact" translate="no" title={`${format.amount(text, { digits: 80 })} ${token.symbol}`}>
      {format.amount(text, { digits })} {token.symbol}
    </span>
  )
}
