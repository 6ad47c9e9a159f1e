import type { WalletEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'

/** How a pairing stands, for whoever looks at it. */
export type PairingAttempt = {
  /** Makes a fresh pairing, and waits for a wallet again. */
  retry: () => void
  /** The wallet is asked for a sign-in with the same approval. */
  signsIn: boolean
} & (
  | { status: 'preparing' /** No relay has been reached yet. */; isDialling: boolean }
  | { status: 'connecting' }
  | {
      status: 'waiting'
      uri: string
      expiresAt: number
      /** It took the place of one that ended. */
      isFresh: boolean
      /** The relay broke off; the code stays good, and is heard once the relay is back. */
      isInterrupted: boolean
    }
  | { status: 'failed'; failure: { code: ErrorCode; message: string } }
)

/** The connector of a WalletConnect session; of another family than Ethereum's, the family stands before it. */
const connectorId = 'walletConnect'

/**
 * Keeps a pairing alive while the view is there, and connects whoever agrees to it.
 *
 * @param wallet whom it is for; the recent one afterwards
 */
export function usePairingAttempt(wallet: WalletEntry | undefined): PairingAttempt {
  const { pairing, connection, config } = useModalScope().latchkey
  const state = useReadable(pairing)
  const relay = useReadable(pairing.relay)
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
  // As the kit decides it: the message of one approval is Ethereum's.
  const signsIn =
    !config.basic &&
    config.siwx?.createOneClick !== undefined &&
    config.networks.every(({ chainNamespace }) => chainNamespace === 'eip155')
  const common = { retry, signsIn }
  if (asking?.id.endsWith(connectorId)) return { ...common, status: 'connecting' }
  if (state.status === 'failed') return { ...common, status: 'failed', failure: state.failure }
  if (failure?.connectorId.endsWith(connectorId) && failure !== before.current)
    return { ...common, status: 'failed', failure }
  // Nothing that was sent to it is answered: what is shown would be a dead code.
  if (relay === 'refused') return { ...common, status: 'failed', failure: { code: 'relay_refused', message: '' } }
  const isBroken = relay === 'connecting' || relay === 'down'
  if (state.status === 'waiting')
    return { ...common, ...state, isFresh: uris.current.size > 1, isInterrupted: isBroken }
  return { ...common, status: 'preparing', isDialling: isBroken }
}
