import { shortDigits } from '@latchkey/protocol'
import { useModalScope } from '../context/ModalScope.tsx'

export type ShortAmountProps = {
  /** Exact decimal text. */
  text: string
  token: { symbol: string }
  /** Number of decimals; by default as many as help a comparison. */
  digits?: number
}

/** A shortened amount: cut, never rounded up. The tooltip shows every digit. */
export function ShortAmount({ text, token, digits = shortDigits(text) }: ShortAmountProps) {
  const { format } = useModalScope()
  return (
    <span className="figures exact" translate="no" title={`${format.amount(text, { digits: 80 })} ${token.symbol}`}>
      {format.amount(text, { digits })} {token.symbol}
    </span>
  )
}
