import type { ConnectedAccount, ConnectionFailure, ConnectionFeature, SocialProvider } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseAccountReturnType = {
  /** `connecting`: the visitor was asked. `reconnecting`: the kit restores the connections of the last visit. */
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  /** Whether `account` is set. */
  isConnected: boolean
  /** Set exactly when connected. */
  account: ConnectedAccount | undefined
  /** Address of the account, in the form of its network family. */
  address: string | undefined
  /** Provider of the login to the embedded wallet. Undefined for a login by email and for every other wallet. */
  socialProvider: SocialProvider | undefined
  /** Why the last attempt to connect failed. */
  failure: ConnectionFailure | undefined
  /** Asks a wallet to connect, and selects it. @throws LatchkeyError the codes of `connect` of `useConnections` */
  connect: ConnectionFeature['connect']
  /** @throws LatchkeyError `disconnect_failed` */
  disconnect: ConnectionFeature['disconnect']
  /** @throws LatchkeyError `no_active_account`, `smart_account_unavailable` */
  setPreferredAccountType: ConnectionFeature['setPreferredAccountType']
}

/**
 * Returns the connected account, and functions to connect and disconnect.
 *
 * @example
 * const { status, address, disconnect } = useAccount()
 * if (status !== 'connected') return <ConnectButton />
 * return <button onClick={() => void disconnect()}>Disconnect {address}</button>
 */
export function useAccount(): UseAccountReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.connection, snapshots.connection)
  const { user } = useReadable(latchkey.email, snapshots.email)
  return useMemo(() => {
    const account = state.status === 'connected' ? state.account : undefined
    const { connect, disconnect, setPreferredAccountType } = latchkey.connection
    return {
      status: state.status,
      isConnected: account !== undefined,
      account,
      address: account?.address,
      socialProvider: account?.connector.type === 'embedded' ? user?.socialProvider : undefined,
      failure: state.failure,
      connect,
      disconnect,
      setPreferredAccountType,
    }
  }, [state, user, latchkey])
}
