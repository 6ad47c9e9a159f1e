import type { NetworksState } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseNetworkReturnType = NetworksState & {
  /** @throws LatchkeyError `network_not_found`, `user_rejected`, `wallet_failed`, `wallet_timeout` */
  switchNetwork: (options: { chainId: ChainId }) => Promise<void>
}

/**
 * Returns the active network and the app's networks, and switches between them. `active` is undefined while the wallet is on a network
 * that the app does not list (`unsupportedChainId`). Network IDs follow CAIP-2.
 *
 * @example
 * const { active, switchNetwork } = useNetwork()
 * await switchNetwork({ chainId: 'eip155:1' })
 */
export function useNetwork(): UseNetworkReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.networks, snapshots.networks)
  return useMemo(() => ({ ...state, switchNetwork: latchkey.networks.switchNetwork }), [state, latchkey])
}
