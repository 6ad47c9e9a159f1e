import type { Connection, ConnectionFeature, ConnectorInfo } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useConnections} answers. */
export type UseConnectionsReturnType = Pick<
  ConnectionFeature,
  'connect' | 'disconnect' | 'select' | 'selectAddress'
> & {
  /** Every live connection: the one in use first, then the newest. */
  connections: readonly Connection[]
  /** The wallet that is being asked now. */
  asking: ConnectorInfo | undefined
}

/**
 * Every wallet that is connected, and how to connect, choose and leave one.
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
