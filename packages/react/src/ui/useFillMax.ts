import { LatchkeyError } from '@latchkey/protocol'
import { useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/**
 * Fills in all that may go of a token; what cannot be told is said in a toast.
 *
 * @param options.max asks how much that is, decimal text
 * @param options.read the token and the amount of the form as they are now
 * @param options.fill puts the amount into the form
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
      // All of one token is no amount of another that was chosen meanwhile, and what was typed meanwhile is meant.
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
