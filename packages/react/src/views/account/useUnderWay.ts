import type { TrackedTransaction } from '@latchkey/core'
import { useMemo } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useReadable } from '../../store/useReadable.ts'
import { summarizeTracked } from './summarizeTracked.ts'

/** The followed transactions of the account in use that are under way, and those that failed and were not dismissed. */
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
