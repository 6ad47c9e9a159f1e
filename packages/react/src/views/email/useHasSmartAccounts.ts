import { useEffect, useState } from 'react'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSmartAccount } from '../../hooks/useSmartAccount.ts'

/** Whether the embedded wallet has smart accounts, here or on another network: one whose operator has none says nothing of them. */
export function useHasSmartAccounts(): boolean {
  const { account } = useAccount()
  const { isAvailable, listSmartNetworks } = useSmartAccount()
  const [isElsewhere, setElsewhere] = useState(false)
  const isEmbedded = account?.connector.type === 'embedded'
  const isAsked = isEmbedded && !isAvailable
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    listSmartNetworks().then(
      (networks) => {
        if (!isOver) setElsewhere(networks.length > 0)
      },
      // Nothing is offered that may not be there.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isAsked, listSmartNetworks])
  return isEmbedded && (isAvailable || isElsewhere)
}
