import type { Connection } from '@latchkey/core'
import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'

/** State of a request to connect. */
export type ConnectAttempt = {
  state: 'waiting' | 'declined' | 'busy' | 'notFound' | 'popupBlocked' | 'failed' | 'done'
  /** Message of the wallet or the browser. */
  message: string | undefined
  retry: () => void
}

const kinds: { readonly [Code in ErrorCode]?: ConnectAttempt['state'] } = {
  user_rejected: 'declined',
  wallet_busy: 'busy',
  wallet_not_found: 'notFound',
  popup_blocked: 'popupBlocked',
}

/** Follows the request to one wallet. Sends the request if the view was opened without one. */
export function useConnectAttempt(connectorId: string): ConnectAttempt {
  const { latchkey, sentence } = useModalScope()
  const { connection, wallets, modal } = latchkey
  const state = useReadable(connection)
  const { installed } = useReadable(wallets)
  const started = useRef(false)
  const isInstalled = installed.some(({ connectors }) => connectors.some(({ id }) => id === connectorId))

  const connect = useCallback(() => {
    connection.connect({ connectorId }).catch((error: unknown) => {
      // Refusals are in the connection's state. Any other error is a bug, and must reach the console.
      if (!(error instanceof LatchkeyError)) throw error
    })
  }, [connection, connectorId])

  useEffect(() => {
    if (started.current || !isInstalled) return
    started.current = true
    const { asking, failure, connections } = connection.getState()
    // Requested or declined before this view opened: show the state, and ask again only if the visitor wants it.
    const isKnown = asking?.id === connectorId || failure?.connectorId === connectorId
    if (!isKnown && !isLive(connections, connectorId)) connect()
  }, [connection, connectorId, connect, isInstalled])

  const connected = state.asking?.id !== connectorId && isLive(state.connections, connectorId)
  useEffect(() => {
    const top = modal.getState().history.at(-1)
    // The kit closes the modal if it was opened to connect. This case is for views that were opened by name.
    if (connected && top?.name === 'ConnectingExternal') modal.close()
  }, [connected, modal])

  if (connected) return { state: 'done', message: undefined, retry: connect }
  if (!isInstalled) return { state: 'notFound', message: undefined, retry: () => wallets.discover() }
  if (state.failure?.connectorId === connectorId)
    return { state: kinds[state.failure.code] ?? 'failed', message: sentence(state.failure), retry: connect }
  return { state: 'waiting', message: undefined, retry: connect }
}

function isLive(connections: readonly Connection[], connectorId: string): boolean {
  return connections.some(({ account }) => account.connector.id === connectorId)
}
