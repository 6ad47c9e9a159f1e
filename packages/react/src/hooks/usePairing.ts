import type { PairingFeature, PairingState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../provider/LatchkeyContext.ts'
import { useReadable } from './useReadable.ts'

/** What {@link usePairing} answers. */
export type UsePairingReturnType = Pick<
  PairingFeature,
  'isAvailable' | 'prepare' | 'watch' | 'renew' | 'connect' | 'linkFor'
> & { state: PairingState }

/**
 * A WalletConnect pairing, for a code of your own.
 *
 * @example
 * const { state, watch, connect } = usePairing()
 * useEffect(watch, [watch])
 */
export function usePairing(): UsePairingReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.pairing, snapshots.pairing)
  return useMemo(() => {
    const { isAvailable, prepare, watch, renew, connect, linkFor } = latchkey.pairing
    return { state, isAvailable, prepare, watch, renew, connect, linkFor }
  }, [state, latchkey])
}
