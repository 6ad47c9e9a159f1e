import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { OneClickSignIn, SiwxSession } from '../siwx/Siwx.ts'
import type { Readable } from '../store/Store.ts'
import type { WalletLink } from '../walletLinks/buildAppLink.ts'
import type { Connector } from './Connector.ts'
import type { PairedWallet } from './PairedWallet.ts'

/** The id of the connector of a session that came of a pairing; of another family than `eip155` the family and a colon stand before it. */
export const pairingConnectorId = 'walletConnect'

/** The id of the connector of one family of a session. */
export function pairedConnectorId(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? pairingConnectorId : `${namespace}:${pairingConnectorId}`
}

/**
 * What speaks WalletConnect for the kit: makes pairings, and is a connector for the session that comes of one. The kit's own
 * client is one; nothing of it is loaded before a visitor opens the modal or a stored session is restored.
 */
export type PairingClient = {
  /** The connector of the session; its id is {@link pairingConnectorId}. */
  connector: Connector
  /** The connectors of the session's other families, by {@link pairedConnectorId}; left out by a client that has one. */
  others?: {
    /** One whose code has come. */
    find: (id: string) => Connector | undefined
    /** @throws LatchkeyError `network_request_failed` when the code cannot be fetched */
    load: (id: string) => Promise<Connector | undefined>
  }
  /** The families of the session that a wallet agreed to last. Left out: that of `connector`. */
  families?: () => readonly ChainNamespace[]
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
