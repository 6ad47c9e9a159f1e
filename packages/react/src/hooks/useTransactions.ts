import type { TrackedTransaction, TransactionsFeature } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** Pending and recent transactions, newest first, and the functions that act on them. */
export type UseTransactionsReturnType = {
  transactions: readonly TrackedTransaction[]
} & Pick<TransactionsFeature, 'speedUp' | 'cancel' | 'canReplace' | 'dismiss'>

/**
 * Returns the visitor's own transactions, and follows each one until it is final.
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
