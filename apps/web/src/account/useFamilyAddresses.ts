import type { ChainNamespace } from '@latchkey/protocol'
import { useConnections } from '@latchkey/react'
import { useMemo } from 'react'

/** Returns the address of each network family, from all connected wallets. */
export function useFamilyAddresses(): { readonly [Namespace in ChainNamespace]?: string } {
  const { connections } = useConnections()
  return useMemo(
    () =>
      Object.fromEntries(
        connections.filter(({ active }) => active).map(({ account }) => [account.namespace, account.address]),
      ),
    [connections],
  )
}
