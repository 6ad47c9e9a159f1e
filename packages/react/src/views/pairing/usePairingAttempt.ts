import type { WalletEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'

/** How a pairing stands, for whoever looks at it. */
export type PairingAttempt = {
  /** Makes a fresh pairing, and waits for a wallet again. */
  retry: () => void
} & (
  | { status: 'preparing' | 'connecting' }
  | { status: 'waiting'; uri: string; expiresAt: number /** It took the place of one that ended. */; isFresh: boolean }
  | { status: 'failed'; failure: { code: ErrorCode; message: string } }
)

/** The connector of a WalletConnect session. */
const connectorId = 'walletConnect'

/**
 * Keeps a pairing alive while the view is there, and connects whoever agrees to it.
 *
 * @param wallet whom it is for; the recent one afterwards
 */
export function usePairingAttempt(wallet: WalletEntry | undefined): PairingAttempt {
  const { pairing, connection } = useModalScope().latchkey
  const state = useReadable(pairing)
  const { asking, failure } = useReadable(connection)
  const latest = useRef(wallet)
  latest.current = wallet
  const ask = useCallback(() => {
    pairing.connect(latest.current ? { wallet: latest.current } : {}).catch(() => {
      // The failure is in the state of the pairing, or of the connection.
    })
  }, [pairing])
  // A connection that failed earlier says nothing about this pairing.
  const before = useRef(failure)
  const uris = useRef(new Set<string>())
  const uri = state.status === 'waiting' ? state.uri : undefined
  if (uri !== undefined) uris.current.add(uri)

  useEffect(() => {
    if (!pairing.isAvailable) return
    const stop = pairing.watch()
    ask()
    return stop
  }, [pairing, ask])

  const retry = () => {
    before.current = connection.getState().failure
    pairing.renew()
    ask()
  }
  if (asking?.id === connectorId) return { status: 'connecting', retry }
  if (state.status === 'failed') return { status: 'failed', failure: state.failure, retry }
  if (failure?.connectorId === connectorId && failure !== before.current) return { status: 'failed', failure, retry }
  if (state.status === 'waiting') return { ...state, isFresh: uris.current.size > 1, retry }
  return { status: 'preparing', retry }
}
