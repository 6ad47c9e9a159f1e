import type { TrackedTransaction, TransactionsFeature } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useTransactions} answers: what is under way or ended lately, newest first, and what can be done about it. */
export type UseTransactionsReturnType = {
  transactions: readonly TrackedTransaction[]
} & Pick<TransactionsFeature, 'speedUp' | 'cancel' | 'canReplace' | 'dismiss'>

/**
 * Follows the visitor's own transactions until they are final.
 *
 * @example const { transactions } = useTransactions()
 */
export function useTransactions(): UseTransactionsReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const { transactions } = useReadable(latchkey.transactions, snapshots.transactions)
  return useMemo(() => {
    const feature = latchkey.transactions
    return {
      transactions,
      speedUp: (options) => feature.speedUp(options),
      cancel: (options) => feature.cancel(options),
      canReplace: (options) => feature.canReplace(options),
      dismiss: (options) => feature.dismiss(options),
    }
  }, [transactions, latchkey])
}
