import {
  type AccountState,
  type ConnectedAccount,
  type ConnectionFailure,
  type ConnectionFeature,
  readAccountState,
  type SocialProvider,
} from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useAccount} answers. */
export type UseAccountReturnType = Pick<
  AccountState,
  'balance' | 'balanceSymbol' | 'tokenBalance' | 'profileName' | 'profileImage' | 'preferredAccountTypes'
> & {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
  isConnected: boolean
  /** Set exactly when connected. */
  account: ConnectedAccount | undefined
  address: string | undefined
  /** With whom the visitor of the embedded wallet signed in; undefined for an email address and for every other wallet. */
  socialProvider: SocialProvider | undefined
  /** Why the last attempt to connect failed. */
  failure: ConnectionFailure | undefined
  /** @throws LatchkeyError see `ConnectionFeature.connect` */
  connect: ConnectionFeature['connect']
  /** @throws LatchkeyError `disconnect_failed` */
  disconnect: ConnectionFeature['disconnect']
  /** @throws LatchkeyError `no_active_account`, `smart_account_unavailable` */
  setPreferredAccountType: ConnectionFeature['setPreferredAccountType']
}

/**
 * The connected account. It asks nobody for balances or names: those fields are undefined until `useBalances` or `useIdentity` of the
 * address is used somewhere in the app.
 *
 * @example const { address, isConnected, disconnect } = useAccount()
 */
export function useAccount(): UseAccountReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.connection, snapshots.connection)
  const { user } = useReadable(latchkey.email, snapshots.email)
  const balances = useReadable(latchkey.balances, snapshots.balances)
  const names = useReadable(latchkey.names, snapshots.names)
  return useMemo(() => {
    const { balance, balanceSymbol, tokenBalance, profileName, profileImage, preferredAccountTypes } = readAccountState(
      {
        connection: { getState: () => state },
        email: latchkey.email,
        balances: { getState: () => balances },
        names: { getState: () => names },
      },
    )
    const account = state.status === 'connected' ? state.account : undefined
    const { connect, disconnect, setPreferredAccountType } = latchkey.connection
    return {
      status: state.status,
      isConnected: account !== undefined,
      account,
      address: account?.address,
      socialProvider: account?.connector.type === 'embedded' ? user?.socialProvider : undefined,
      ...{ balance, balanceSymbol, tokenBalance, profileName, profileImage, preferredAccountTypes },
      failure: state.failure,
      connect,
      disconnect,
      setPreferredAccountType,
    }
  }, [state, user, balances, names, latchkey])
}
