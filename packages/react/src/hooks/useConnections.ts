import type { Connection, ConnectionFeature, ConnectorInfo } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseConnectionsReturnType = Pick<
  ConnectionFeature,
  'connect' | 'disconnect' | 'select' | 'selectAddress'
> & {
  /** Every live connection: the active one first, then the newest. */
  connections: readonly Connection[]
  /** The wallet with an open request to connect. */
  asking: ConnectorInfo | undefined
}

/**
 * Returns every connected wallet, and functions to connect, select and disconnect one.
 *
 * @example const { connections, select } = useConnections()
 */
export function useConnections(): UseConnectionsReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const { connections, asking } = useReadable(latchkey.connection, snapshots.connection)
  return useMemo(() => {
    const { connect, disconnect, select, selectAddress } = latchkey.connection
    return { connections, asking, connect, disconnect, select, selectAddress }
  }, [connections, asking, latchkey])
}
