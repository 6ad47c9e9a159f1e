import { useLatchkey } from '@latchkey/react'
import { useState } from 'react'
import { toFailure } from '../../api/toFailure.ts'

/**
 * Fills in the largest amount that the account can pay with its network cost, as the kit computes it. Shows a toast if the network does
 * not answer.
 */
export function useLargestAmount({ amount, onAmount }: { amount: string; onAmount: (amount: string) => void }) {
  const { swap, modal } = useLatchkey()
  const [isAsking, setAsking] = useState(false)
  const fillMax = async () => {
    // The kit computes the largest amount for the pair of its form, so set the pair first.
    onAmount(amount)
    setAsking(true)
    const asked = swap.getState().form
    try {
      const most = await swap.max()
      // Skip the amount if the visitor has chosen another token or typed another amount in the meantime.
      if (swap.getState().form === asked) onAmount(most)
    } catch (error) {
      const { message, code } = toFailure(error)
      modal.toast({ kind: 'error', message, code })
    } finally {
      setAsking(false)
    }
  }
  return { isAsking, fillMax }
}
