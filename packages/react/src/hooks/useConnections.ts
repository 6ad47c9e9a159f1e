import type { ConnectedAccount } from '@latchkey/core'
import { useMemo } from 'react'
import { useAccount } from './useAccount.ts'

/** An open connection. */
export type Connection = {
  account: ConnectedAccount
  /** Ends it. @throws LatchkeyError `disconnect_failed` */
  disconnect: () => Promise<void>
}

/** The open connections; today one at most. */
export function useConnections(): readonly Connection[] {
  const { account, disconnect } = useAccount()
  return useMemo(() => (account === undefined ? [] : [{ account, disconnect }]), [account, disconnect])
}
