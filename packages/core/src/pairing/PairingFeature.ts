import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { Connector } from '../connectors/Connector.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { SiwxMessageData, SiwxSession } from '../signIn/Siwx.ts'
import type { Readable } from '../store/Store.ts'

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
  /** How the way to wallets stands, where the client can tell. */
  relay?: Readable<RelayCondition>
  /** Closes what it holds open; the page gives the kit up. */
  destroy?: () => void
}

/** A pairing that waits for a wallet. `approval` brings the sign-ins that came with it; nothing or none where the wallet only connected. */
export type OpenPairing = {
  uri: string
  expiresAt: number
  approval: Promise<{ signIns: readonly SiwxSession[] } | undefined | void>
}

/** A sign-in that a wallet is asked for together with the connection. Its address is not known yet. */
export type OneClickSignIn = {
  chainIds: readonly ChainId[]
  message: Omit<SiwxMessageData, 'accountAddress' | 'chainId'>
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

/** Connect a wallet on another device, or another app on this one. */
export type PairingFeature = Readable<PairingState> & {
  /** Whether the app can speak WalletConnect. */
  readonly isAvailable: boolean
  /** Which relays it has; both without WalletConnect of the kit's own. */
  readonly reach: PairingReach
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
  linkFor: (options: {
    wallet: WalletEntry
    choice: 'mobile' | 'desktop' | 'web'
  }) => { href: string; target: '_self' | '_blank' | '_top' } | undefined
}
