import type { ChainNamespace } from '@latchkey/protocol'
import { useConnections } from '@latchkey/react'
import { useMemo } from 'react'

/** The address that each network family uses, of all wallets that are connected. */
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
