import type { ChainNamespace, ErrorCode } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { PairedRequest, RelayCondition } from '../connectors/PairingClient.ts'
import type { PairingReach } from '../directory/readReach.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { Readable } from '../store/Store.ts'
import type { WalletLink } from '../walletLinks/buildAppLink.ts'

/**
 * A pairing. It is created before the tap, shown for 4 minutes, and then replaced automatically while a view watches. `waiting`: the wallet
 * may have it, but has not answered.
 */
export type PairingState =
  | { status: 'idle' }
  | { status: 'preparing' }
  | { status: 'waiting'; uri: string /** Unix milliseconds. */; expiresAt: number }
  | { status: 'failed'; failure: { code: ErrorCode; message: string } }

/**
 * Connects a wallet on another device, or another app on this device.
 * Requests that wait in the paired wallet are in `requests`. A view reports them, and shows "Open <wallet>" as an anchor with `link` if
 * there is one. On a phone, the kit opens the wallet automatically while the visitor's tap is valid (`navigator.userActivation`). The
 * anchor is for all other cases, and for visitors who returned without an answer.
 *
 * @example
 * latchkey.pairing.prepare()
 * const stop = latchkey.pairing.watch()
 * latchkey.pairing.subscribe((state) => state.status === 'waiting' && console.log(state.uri))
 * const account = await latchkey.pairing.connect()
 * stop()
 */
export type PairingFeature = Readable<PairingState> & {
  /** Whether the app supports WalletConnect. */
  readonly isAvailable: boolean
  /** The available relays. If the app supplies a client, both are available. */
  readonly reach: PairingReach
  /** The families that a pairing can connect. If Connect was opened for another one, no code is shown. */
  readonly families: readonly ChainNamespace[]
  /** State of the relays: `idle` before the client is loaded, and for a client without relay states. */
  readonly relay: Readable<RelayCondition>
  /** Whether a pairing can reach this wallet with the current configuration. A code that it cannot answer is never shown. */
  canReach: (options: { wallet: Pick<WalletEntry, 'listing'> }) => boolean
  /** Creates a pairing, so that a tap can open a wallet immediately. Does nothing if there is a valid one. */
  prepare: () => void
  /** Marks the code as visible, so that an expired one is replaced. Returns a function that ends this. */
  watch: () => () => void
  /** Replaces the current pairing. */
  renew: () => void
  /**
   * Resolves when the wallet has approved and is connected. It keeps waiting after a code expires, as long as `watch` is active.
   * @param options.wallet the wallet that gets the code; it becomes a recent wallet
   * @throws LatchkeyError `walletconnect_not_found`; `user_rejected`, also if the visitor left the view; `wallet_timeout` if the code
   *   expired while no view watched; `relay_unavailable`, `network_request_failed`
   */
  connect: (options?: { wallet?: WalletEntry }) => Promise<ConnectedAccount>
  /**
   * Returns the link to a wallet's app, desktop program or web page, with the current pairing; undefined without a pairing, or if the
   * wallet has no such link.
   */
  linkFor: (options: { wallet: WalletEntry; choice: 'mobile' | 'desktop' | 'web' }) => WalletLink | undefined
  /**
   * Records that the visitor followed the link, so that later requests open the same app, program or page. Otherwise, a phone opens the
   * connected wallet's app, and a computer opens none.
   */
  noteOpened: (options: { choice: 'mobile' | 'desktop' | 'web' }) => void
  /** The requests that wait in the paired wallet, oldest first. */
  readonly requests: Readable<readonly PairedRequest[]>
}
