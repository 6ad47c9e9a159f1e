import { type AccountState, type NamesState, readAccountState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** On a server nobody has asked for a name. */
const noNames: NamesState = { identities: {}, zone: undefined, perAccount: undefined }

/**
 * The account in use with the specification's fields: `balance`, `balanceSymbol`, `tokenBalance`, `profileName`, `profileImage` and
 * `preferredAccountTypes` beside those of `useAccount`. It asks nobody: balances and names are undefined until `useBalances`, or
 * `useIdentity` of the address, is used somewhere in the app.
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
