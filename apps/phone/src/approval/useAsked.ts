import { useCallback, useEffect, useState } from 'react'
import { usePhone } from '../wallet/PhoneContext.ts'
import { type AppRequest, type Asked, describeApproval } from './describeApproval.ts'

/** Returns the description of a request once it is known; `again` describes it again, for example after a network failure. */
export function useAsked(approval: AppRequest): { asked: Asked | undefined; again: () => void } {
  const { wallet, config } = usePhone()
  const [found, setFound] = useState<{ id: number; asked: Asked }>()
  const [tries, setTries] = useState(0)
  const { id } = approval
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request has an ID and does not change
  useEffect(() => {
    let isOver = false
    void describeApproval({ approval, config, accounts: wallet.getState().accounts }).then((asked) => {
      if (!isOver) setFound({ id, asked })
    })
    return () => {
      isOver = true
    }
  }, [id, wallet, config, tries])
  const again = useCallback(() => {
    setFound(undefined)
    setTries((before) => before + 1)
  }, [])
  return { asked: found?.id === id ? found.asked : undefined, again }
}
