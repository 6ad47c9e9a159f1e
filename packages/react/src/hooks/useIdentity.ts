import type { Identity } from '@latchkey/core'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** Identity of the address. Empty until the server has answered; fields that the server does not know stay undefined. */
export type UseIdentityReturnType = Partial<Identity>

const unknown: UseIdentityReturnType = {}

/**
 * Returns the public identity of an address from the app's server: its name, and the picture that its owner chose. Where a visitor
 * confirms a payment, show the whole address beside the name.
 *
 * @param address of an EVM account, in any letter case; undefined for none
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
