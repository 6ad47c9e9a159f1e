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
    const { speedUp, cancel, canReplace, dismiss } = latchkey.transactions
    return { transactions, speedUp, cancel, canReplace, dismiss }
  }, [transactions, latchkey])
}
