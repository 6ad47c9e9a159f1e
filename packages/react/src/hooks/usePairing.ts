import type { PairedRequest, PairingFeature, PairingState, RelayCondition } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

const noRequests: readonly PairedRequest[] = []

/** What {@link usePairing} answers. */
export type UsePairingReturnType = Pick<
  PairingFeature,
  'isAvailable' | 'reach' | 'canReach' | 'prepare' | 'watch' | 'renew' | 'connect' | 'linkFor' | 'noteOpened'
> & {
  state: PairingState
  /** How the relays stand. */
  relay: RelayCondition
  /** What waits in the paired wallet for its owner. */
  requests: readonly PairedRequest[]
}

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
  const relay = useReadable(latchkey.pairing.relay, 'idle')
  const requests = useReadable(latchkey.pairing.requests, noRequests)
  return useMemo(() => {
    const { isAvailable, reach, canReach, prepare, watch, renew, connect, linkFor, noteOpened } = latchkey.pairing
    return {
      ...{ state, relay, requests, isAvailable, reach, canReach },
      ...{ prepare, watch, renew, connect, linkFor, noteOpened },
    }
  }, [state, relay, requests, latchkey])
}
