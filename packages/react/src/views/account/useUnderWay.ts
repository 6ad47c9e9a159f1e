import type { TrackedTransaction } from '@latchkey/core'
import { useMemo } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useReadable } from '../../store/useReadable.ts'
import { summarizeTracked } from './summarizeTracked.ts'

/** Returns the followed transactions of the active account that are pending, and failed ones that the visitor has not dismissed. */
export function useUnderWay(): readonly TrackedTransaction[] {
  const { latchkey } = useModalScope()
  const { transactions } = useReadable(latchkey.transactions)
  const own = useAccount().address?.toLowerCase()
  return useMemo(
    () =>
      transactions.filter((transaction) => {
        const { isOpen, isFailed } = summarizeTracked(transaction)
        return (isOpen || isFailed) && transaction.from.toLowerCase() === own
      }),
    [transactions, own],
  )
}
