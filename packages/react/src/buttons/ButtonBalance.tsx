import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { createMoneyFormat } from '../format/createMoneyFormat.ts'
import { useBalances } from '../hooks/useBalances.ts'

/** What the account is worth; nothing until that is known. Apart from the button, which most apps show without it. */
export function ButtonBalance() {
  const { locale } = useLatchkeyContext()
  const { total } = useBalances()
  return total === undefined ? null : <span className="value">{createMoneyFormat(locale)(total)}</span>
}
