import { useEffect } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

/** Takes "Transaction started" away once a view says that it has arrived. */
export function useStartedToast(hasArrived: boolean): void {
  const { modal } = useModalScope().latchkey
  const { toast } = useReadable(modal)
  const isOver = hasArrived && toast?.text === 'transactionStarted'
  useEffect(() => {
    if (isOver) modal.dismissToast()
  }, [isOver, modal])
}
