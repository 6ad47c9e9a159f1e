import { type AccountState, type NamesState, readAccountState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** Names on a server, which requests none. */
const noNames: NamesState = { identities: {}, zone: undefined, perAccount: undefined }

/**
 * Returns the active account with the specification's fields: those of `useAccount`, and `balance`, `balanceSymbol`, `tokenBalance`,
 * `profileName`, `profileImage` and `preferredAccountTypes`. It sends no requests: balances and names stay undefined until the app uses
 * `useBalances`, or `useIdentity` with the address.
 *
 * @example const { address, balance, balanceSymbol, profileName } = useAccountState()
 */
export function useAccountState(): AccountState {
  const { latchkey, snapshots } = useLatchkeyContext()
  const connection = useReadable(latchkey.connection, snapshots.connection)
  const email = useReadable(latchkey.email, snapshots.email)
  const balances = useReadable(latchkey.balances, snapshots.balances)
  const names = useReadable(latchkey.names, noNames)
  return useMemo(
    () =>
      readAccountState({
        connection: { getState: () => connection },
        email: { getState: () => email },
        balances: { getState: () => balances },
        names: { getState: () => names },
      }),
    [connection, email, balances, names],
  )
}
