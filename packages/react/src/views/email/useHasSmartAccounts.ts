import { useEffect, useState } from 'react'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSmartAccount } from '../../hooks/useSmartAccount.ts'

/** Whether the embedded wallet has smart accounts, on this network or another. */
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
      // Unknown: do not offer smart accounts.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isAsked, listSmartNetworks])
  return isEmbedded && (isAvailable || isElsewhere)
}
