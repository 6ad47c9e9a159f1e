import type { Identity } from '@latchkey/core'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** What {@link useIdentity} answers: who the address is; nothing is set while that is not known, and where it has no name. */
export type UseIdentityReturnType = Partial<Identity> & {
  /** False until the server has answered. */
  isKnown: boolean
}

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
  const identity = useSyncExternalStore(
    useCallback((listener) => names.subscribe(listener), [names]),
    () => names.getState().identities[`${address}`.toLowerCase()],
    () => undefined,
  )
  return useMemo(() => ({ ...identity, isKnown: identity !== undefined }), [identity])
}
