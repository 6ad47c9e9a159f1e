import type { Identity } from '@latchkey/core'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** What {@link useIdentity} answers: who the address is. Empty until the server has answered; what it has not is undefined then. */
export type UseIdentityReturnType = Partial<Identity>

const unknown: UseIdentityReturnType = {}

/**
 * Who an address is to others: its name, and the picture that its owner chose, from the app's own server. Where money is confirmed, show
 * the whole address beside the name.
 *
 * @param address of an EVM account, in any letter case; nobody while it is undefined
 * @example const { name = shortenAddress(address), image } = useIdentity(address)
 */
export function useIdentity(address: string | undefined): UseIdentityReturnType {
  const { names } = useLatchkeyContext().latchkey
  useEffect(() => {
    if (address) names.identify({ address })
  }, [names, address])
  return useSyncExternalStore(
    useCallback((listener) => names.subscribe(listener), [names]),
    () => names.getState().identities[`${address}`.toLowerCase()] ?? unknown,
    () => unknown,
  )
}
