import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { createMoneyFormat } from '../format/createMoneyFormat.ts'
import { useBalances } from '../hooks/useBalances.ts'

/** The account's total value; empty until it is known. A separate chunk, because most apps show the button without it. */
export function ButtonBalance() {
  const { locale } = useLatchkeyContext()
  const { total } = useBalances()
  return total === undefined ? null : <span className="value">{createMoneyFormat(locale)(total)}</span>
}
