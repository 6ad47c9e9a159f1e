import type { ChainId, ChainNamespace, ErrorCode } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { Connector } from '../connectors/Connector.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { OneClickMessage, SiwxSession } from '../signIn/Siwx.ts'
import type { Readable } from '../store/Store.ts'
import type { WalletLink } from '../walletLinks/buildAppLink.ts'
import type { PairedWallet } from './pairedWallet.ts'

/**
 * What speaks WalletConnect for the kit: makes pairings, and is a connector for the session that comes of one. The kit's own
 * client is one; nothing of it is loaded before a visitor opens the modal or a stored session is restored.
 */
export type PairingClient = {
  /** The connector of the session; its id is {@link pairingConnectorId}. */
  connector: Connector
  /**
   * Opens a pairing and proposes a session on it.
   * @returns the URI to show (`wc:…@2?…`), when it ends (Unix milliseconds), and the wallet's answer: resolves once it agreed
   * @throws LatchkeyError `network_request_failed`, `relay_unavailable`
   */
  pair: (options: {
    chainIds: readonly ChainId[]
    signal: AbortSignal
    /** Sign in with the same approval, where the wallet can. */
    signIn?: OneClickSignIn | undefined
  }) => Promise<OpenPairing>
  /**
   * Goes on with a pairing that this page opened before the system reloaded it, as phones do while another app is in front.
   * @returns undefined when it is over
   */
  resume?: (options: { uri: string; signal: AbortSignal }) => Promise<OpenPairing | undefined>
  /** Which wallet agreed, as the visitor chose it; called before the connector is. */
  noteWallet?: (wallet: PairedWallet | undefined) => void
  /** What waits for the wallet's owner now, oldest first. */
  requests?: Readable<readonly PairedRequest[]>
  /** How the way to wallets stands, where the client can tell. */
  relay?: Readable<RelayCondition>
  /** Closes what it holds open; the page gives the kit up. */
  destroy?: () => void
}

/** A pairing that waits for a wallet. */
export type OpenPairing = {
  uri: string
  expiresAt: number
  approval: Promise<PairingApproval | undefined>
}

/** A wallet agreed. `signIns` came with it; none where the wallet only connected. Nobody has checked them yet. */
export type PairingApproval = { signIns: readonly SiwxSession[] }

/** A sign-in that a wallet is asked for together with the connection. Its address is not known yet. */
export type OneClickSignIn = { chainIds: readonly ChainId[]; message: OneClickMessage }

/** A request that waits for its owner in the paired wallet. */
export type PairedRequest = {
  /** What was asked, for example `personal_sign`. */
  method: string
  /** As the visitor chose it, else as it calls itself. */
  wallet: { name: string; icon: string | null }
  /**
   * Opens the wallet's app, program or page, where the request is. Made ahead of the tap; undefined where the wallet is on
   * another device.
   */
  link: WalletLink | undefined
}

/**
 * How the relays stand, taken together. `idle`: nobody needs one now. `connected`: at least one carries messages. `down`: none
 * can be reached; they are tried again by themselves, and what was sent meanwhile goes out then: a code that is shown stays
 * good. `refused`: none takes this site, so that trying again is of no use.
 */
export type RelayCondition = 'idle' | 'connecting' | 'connected' | 'down' | 'refused'

/** Which relays reach a wallet: the app's own, or the public one. */
export type PairingReach = { own: boolean; public: boolean }

/** The id of the connector of a session that came of a pairing. */
export const pairingConnectorId = 'walletConnect'

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
