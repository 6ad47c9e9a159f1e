import type { PairedRequest, PairingFeature, PairingState, RelayCondition } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

const noRequests: readonly PairedRequest[] = []

export type UsePairingReturnType = Pick<
  PairingFeature,
  'isAvailable' | 'reach' | 'canReach' | 'prepare' | 'watch' | 'renew' | 'connect' | 'linkFor' | 'noteOpened'
> & {
  state: PairingState
  /** State of the connection to the relays. */
  relay: RelayCondition
  /** Requests that wait for an approval in the paired wallet. */
  requests: readonly PairedRequest[]
}

/**
 * Returns a WalletConnect pairing, to build your own QR code.
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
