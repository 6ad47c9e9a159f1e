import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/**
 * Fills in the largest amount of a token that can be sent. A failure shows in a toast.
 *
 * @param options.max returns that amount, decimal text
 * @param options.read returns the form's current token and amount
 * @param options.fill sets the amount of the form
 */
export function useFillMax({
  max,
  read,
  fill,
}: {
  max: () => Promise<string>
  read: () => readonly [token: unknown, amount: string]
  fill: (amount: string) => void
}): { isAskingMax: boolean; fillMax: () => Promise<void> } {
  const { latchkey } = useModalScope()
  const [isAskingMax, setAskingMax] = useState(false)
  async function fillMax(): Promise<void> {
    setAskingMax(true)
    const [askedToken, askedAmount] = read()
    try {
      const most = await max()
      // Skip the amount if the visitor has chosen another token or typed another amount in the meantime.
      const [token, amount] = read()
      if (token === askedToken && amount === askedAmount) fill(most)
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setAskingMax(false)
    }
  }
  return { isAskingMax, fillMax }
}
