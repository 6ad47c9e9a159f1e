import type { ChainNamespace, ErrorCode } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { PairedRequest, RelayCondition } from '../connectors/PairingClient.ts'
import type { PairingReach } from '../directory/readReach.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { Readable } from '../store/Store.ts'
import type { WalletLink } from '../walletLinks/buildAppLink.ts'

/**
 * A pairing: made ahead of the tap, shown for 4 minutes, then made anew by itself while somebody looks.
 * `waiting`: the wallet has it or may have it, nobody has answered yet.
 */
export type PairingState =
  | { status: 'idle' }
  | { status: 'preparing' }
  | { status: 'waiting'; uri: string /** Unix milliseconds. */; expiresAt: number }
  | { status: 'failed'; failure: { code: ErrorCode; message: string } }

/**
 * Connect a wallet on another device, or another app on this one.
 *
 * A request that waits in the paired wallet is in `requests`: a view says so, and shows "Open <wallet>" as an anchor with
 * `link` where there is one. On a phone the kit opens the wallet by itself as long as the tap that asked still counts
 * (`navigator.userActivation`); the anchor is for everybody else, and for whoever came back without answering.
 *
 * @example
 * latchkey.pairing.prepare()
 * const stop = latchkey.pairing.watch()
 * latchkey.pairing.subscribe((state) => state.status === 'waiting' && console.log(state.uri))
 * const account = await latchkey.pairing.connect()
 * stop()
 */
export type PairingFeature = Readable<PairingState> & {
  /** Whether the app can speak WalletConnect. */
  readonly isAvailable: boolean
  /** Which relays it has. A client of the app's own reaches whom the app says: both. */
  readonly reach: PairingReach
  /** The families that a pairing can connect: where Connect was opened for another, no code is shown. */
  readonly families: readonly ChainNamespace[]
  /** How the relays stand: `idle` before the client is loaded, and for a client that cannot tell. */
  readonly relay: Readable<RelayCondition>
  /** Whether a pairing can reach this wallet in the present set-up: a code that it cannot answer is never shown. */
  canReach: (options: { wallet: Pick<WalletEntry, 'listing'> }) => boolean
  /** Sees to a pairing that is not expired, so that a tap can open a wallet at once. Does nothing where there is one. */
  prepare: () => void
  /** Says that somebody looks at the code: an expired one is made anew. Returns the function that says they no longer do. */
  watch: () => () => void
  /** Makes a fresh pairing in place of the present one. */
  renew: () => void
  /**
   * Resolves when the wallet agreed and is connected. Outlives codes that end while somebody looks.
   * @param options.wallet whom it is shown to; a recent wallet afterwards
   * @throws LatchkeyError `walletconnect_not_found`; `user_rejected`, also when the one who looked left; `wallet_timeout` when the
   * code ended and nobody looked; `relay_unavailable`, `network_request_failed`
   */
  connect: (options?: { wallet?: WalletEntry }) => Promise<ConnectedAccount>
  /**
   * Where the tap on a wallet leads: its app, its desktop program or its web page, with the present pairing in it; undefined
   * while there is no pairing, or where the wallet has no such way.
   */
  linkFor: (options: { wallet: WalletEntry; choice: 'mobile' | 'desktop' | 'web' }) => WalletLink | undefined
  /**
   * Says that the visitor followed the link: later requests lead to the same app, program or page. Without it a phone leads to
   * the app of the wallet that was connected, and a computer to none.
   */
  noteOpened: (options: { choice: 'mobile' | 'desktop' | 'web' }) => void
  /** What waits in the paired wallet for its owner now, oldest first. */
  readonly requests: Readable<readonly PairedRequest[]>
}
