import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { OneClickSignIn, SiwxSession } from '../siwx/Siwx.ts'
import type { Readable } from '../store/Store.ts'
import type { WalletLink } from '../walletLinks/buildAppLink.ts'
import type { Connector } from './Connector.ts'
import type { PairedWallet } from './PairedWallet.ts'

/** ID of the connector of a WalletConnect session. For other families than `eip155`, the family and a colon precede it. */
export const pairingConnectorId = 'walletConnect'

/** Returns the connector ID of one family of a WalletConnect session. */
export function pairedConnectorId(namespace: ChainNamespace): string {
  return namespace === 'eip155' ? pairingConnectorId : `${namespace}:${pairingConnectorId}`
}

/**
 * The kit's WalletConnect client: creates pairings, and has the connector of the resulting WalletConnect session. Its code loads when a
 * visitor opens the modal or a stored WalletConnect session is restored.
 */
export type PairingClient = {
  /** The connector of the WalletConnect session; its ID is {@link pairingConnectorId}. */
  connector: Connector
  /** The connectors of its other families, by {@link pairedConnectorId}; missing in a client without them. */
  others?: {
    /** Returns a loaded connector. */
    find: (id: string) => Connector | undefined
    /** @throws LatchkeyError `network_request_failed` if the code cannot be loaded */
    load: (id: string) => Promise<Connector | undefined>
  }
  /** The families of the newest WalletConnect session. Default: that of `connector`. */
  families?: () => readonly ChainNamespace[]
  /**
   * Opens a pairing and proposes a WalletConnect session.
   * @returns the URI to show (`wc:…@2?…`), its expiry (Unix milliseconds), and the wallet's approval
   * @throws LatchkeyError `network_request_failed`, `relay_unavailable`
   */
  pair: (options: {
    chainIds: readonly ChainId[]
    signal: AbortSignal
    /** Signs in with the same approval, if the wallet supports it. */
    signIn?: OneClickSignIn | undefined
  }) => Promise<OpenPairing>
  /**
   * Resumes a pairing of this page after the system reloaded it, which phones do while another app is open.
   * @returns undefined if the pairing has ended
   */
  resume?: (options: { uri: string; signal: AbortSignal }) => Promise<OpenPairing | undefined>
  /** Sets the wallet that the visitor chose. Called before the connector connects. */
  noteWallet?: (wallet: PairedWallet | undefined) => void
  /** The requests that wait in the wallet, oldest first. */
  requests?: Readable<readonly PairedRequest[]>
  /** The state of the relays, if the client can report it. */
  relay?: Readable<RelayCondition>
  /** Closes all connections, when the page destroys the kit. */
  destroy?: () => void
}

/** A pairing that waits for a wallet. */
export type OpenPairing = {
  uri: string
  expiresAt: number
  approval: Promise<PairingApproval | undefined>
}

/** A wallet approved. `signIns` is empty if the wallet only connected. The signatures are not verified yet. */
export type PairingApproval = { signIns: readonly SiwxSession[] }

/** A request that waits for the visitor in the paired wallet. */
export type PairedRequest = {
  /** The RPC method, for example `personal_sign`. */
  method: string
  /** As in the directory if the visitor chose it there, else as announced by the wallet. */
  wallet: { name: string; icon: string | null }
  /** Link to the wallet's app, program or page. Built in advance of the tap; undefined if the wallet is on another device. */
  link: WalletLink | undefined
}

/**
 * The combined state of the relays.
 *
 * - `idle`: no relay is needed now.
 * - `connected`: at least one relay carries messages.
 * - `down`: no relay is reachable. The client retries automatically and then sends the queued messages, so a displayed code remains valid.
 * - `refused`: no relay accepts this site. Retries are useless.
 */
export type RelayCondition = 'idle' | 'connecting' | 'connected' | 'down' | 'refused'
