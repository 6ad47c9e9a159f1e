import type { WalletEntry } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'

/** State of a pairing, for the views. */
export type PairingAttempt = {
  /** Makes a fresh pairing, and waits for a wallet again. */
  retry: () => void
  /** The same approval also signs in. */
  signsIn: boolean
} & (
  | { status: 'preparing' /** No relay has been reached yet. */; isDialling: boolean }
  | { status: 'connecting' }
  | {
      status: 'waiting'
      uri: string
      expiresAt: number
      /** It replaced one that expired. */
      isFresh: boolean
      /** The connection to the relay is interrupted. The code stays valid, and is answered once the relay is back. */
      isInterrupted: boolean
    }
  | { status: 'failed'; failure: { code: ErrorCode; message: string } }
)

/** The connector ID of WalletConnect. For families other than `eip155`, the family precedes it. */
const connectorId = 'walletConnect'

/**
 * Keeps a pairing alive while the view is mounted, and connects the wallet that accepts it.
 *
 * @param wallet wallet that the pairing is for; saved as the recent one
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
      // The failure is in the state of the pairing or of the connection.
    })
  }, [pairing])
  // Ignore the failure of an earlier connection.
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
  // The same condition as in the kit: the message of a one-click sign-in is an EVM one.
  const signsIn =
    !config.basic &&
    config.siwx?.createOneClick !== undefined &&
    config.networks.every(({ chainNamespace }) => chainNamespace === 'eip155')
  const common = { retry, signsIn }
  if (asking?.id.endsWith(connectorId)) return { ...common, status: 'connecting' }
  if (state.status === 'failed') return { ...common, status: 'failed', failure: state.failure }
  if (failure?.connectorId.endsWith(connectorId) && failure !== before.current)
    return { ...common, status: 'failed', failure }
  // The relay answers nothing, so the code would never work.
  if (relay === 'refused') return { ...common, status: 'failed', failure: { code: 'relay_refused', message: '' } }
  const isBroken = relay === 'connecting' || relay === 'down'
  if (state.status === 'waiting')
    return { ...common, ...state, isFresh: uris.current.size > 1, isInterrupted: isBroken }
  return { ...common, status: 'preparing', isDialling: isBroken }
}
