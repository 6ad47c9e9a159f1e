import type { ConnectedAccount, ConnectionFailure } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../provider/LatchkeyContext.ts'
import { useReadable } from './useReadable.ts'

/** What {@link useAccount} answers. */
export type UseAccountReturnType = {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  isConnected: boolean
  /** Set exactly when connected. */
  account: ConnectedAccount | undefined
  address: string | undefined
  /** Why the last attempt to connect failed. */
  failure: ConnectionFailure | undefined
  /** @throws LatchkeyError see `ConnectionFeature.connect` */
  connect: (options: { connectorId: string }) => Promise<ConnectedAccount>
  /** @throws LatchkeyError `disconnect_failed` */
  disconnect: (options?: { connectorId?: string; namespace?: ChainNamespace }) => Promise<void>
}

/**
 * The connected account.
 *
 * @example const { address, isConnected, disconnect } = useAccount()
 */
export function useAccount(): UseAccountReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.connection, snapshots.connection)
  return useMemo(() => {
    const account = state.status === 'connected' ? state.account : undefined
    return {
      status: state.status,
      isConnected: account !== undefined,
      account,
      address: account?.address,
      failure: state.failure,
      connect: (options) => latchkey.connection.connect(options),
      disconnect: (options) => latchkey.connection.disconnect(options),
    }
  }, [state, latchkey])
}
