import type { ChainNamespace } from '@latchkey/protocol'
import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'

/** One wallet with all its connectors. A wallet of several families has one entry. */
export type WalletEntry = {
  /** Stable between visits: the rdns, else the ID of its connector, or of the directory if it is not installed. */
  id: string
  name: string
  /** A `data:` URI or a first-party URL; null if there is none that is safe to show. */
  icon: string | null
  rdns: string | null
  /** Its connectors in this browser, one for each family that both the wallet and the app use; empty if it is not installed. */
  connectors: readonly ConnectorInfo[]
  /** The record of the operator's directory, or of the app (`customWallets`); undefined while unknown. */
  listing: WalletListing | undefined
  /** Whether it is one of the last two used wallets. */
  recent: boolean
}

/** The wallets that a visitor is offered first. A wallet is in only one of the lists from `installed` to `recommended`. */
export type WalletsState = {
  /** The wallets of this browser: recent ones, then those that the app features, then in the order of their announcements. */
  installed: readonly WalletEntry[]
  /** Recently used wallets that are not installed here, such as one on a phone. Together with `installed`, at most 2 are recent. */
  recent: readonly WalletEntry[]
  /** The wallets that the app features, at most 4. */
  featured: readonly WalletEntry[]
  /** Additional wallets of the app. */
  custom: readonly WalletEntry[]
  /** The directory's first wallets: up to 4, without those in the lists above. */
  recommended: readonly WalletEntry[]
  /**
   * If the app has only its own relay: the wallets of the directory's first page that use it. Otherwise empty. These wallets are in the
   * other lists too.
   */
  ownRelay: readonly WalletEntry[]
  /** Number of wallets in the directory for the app's networks; undefined until it is loaded. */
  count: number | undefined
  /** Status of the directory: `idle` until the first view needs it. */
  directory: 'idle' | 'loading' | 'ready' | 'failed'
}

/** A page of the directory. */
export type WalletPage = {
  data: readonly WalletEntry[]
  /** Number of matching wallets in the directory. */
  count: number
  /** Whether this is the last page. */
  isLast: boolean
}

/** A way to reach a wallet. A view shows several as tabs. */
export type WalletChoice =
  /** Installed in this browser. With several connectors, the visitor chooses the family first. */
  | { type: 'browser'; connectors: readonly ConnectorInfo[] }
  /** With a WalletConnect pairing: as a code for another device … */
  | { type: 'qr' }
  /** … or as a link to an app on this one. */
  | { type: 'mobile' }
  | { type: 'desktop' }
  /** The wallet's web page, with a pairing. */
  | { type: 'web' }
  /** On a phone, without a pairing: this page in the wallet's in-app browser. */
  | { type: 'browse'; href: string; target: '_self' | '_blank' | '_top' }
  /** Not available here: where to install it. */
  | { type: 'install'; url: string; store: 'chrome' | 'ios' | 'android' | 'homepage' }

/**
 * The wallets that a visitor can choose.
 *
 * @example
 * latchkey.wallets.prepare()
 * const { data } = await latchkey.wallets.search({ search: 'meta', page: 1 })
 * const choices = data.map((wallet) => latchkey.wallets.choicesOf({ wallet }))
 */
export type WalletsFeature = Readable<WalletsState> & {
  /** Asks wallets of all the app's families to announce themselves again. */
  discover: () => void
  /**
   * Resolves when the wallets of all the app's families were asked; undefined if no search is running. Before that, a wallet of several
   * families may be listed with only one of them.
   */
  looking: () => Promise<unknown> | undefined
  /**
   * Loads the code for connecting and the directory's first page. Call it before the visitor chooses a wallet. Loads the directory again
   * after a failure.
   */
  prepare: () => void
  /** Whether the page runs on a phone or a tablet, which has apps of wallets and no second screen. */
  isMobile: () => boolean
  /** Returns a wallet that was announced, shown or searched before. */
  find: (options: { walletId: string }) => WalletEntry | undefined
  /** Returns the wallet of a connector. */
  findByConnector: (options: { connectorId: string }) => WalletEntry | undefined
  /** Lists the ways to reach a wallet from this browser and device. */
  choicesOf: (options: { wallet: WalletEntry; namespace?: ChainNamespace }) => readonly WalletChoice[]
  /**
   * Searches the operator's directory, in pages of 40. A search text returns up to 100. Matching wallets of this browser come first on page
   * 1.
   * @throws LatchkeyError `network_request_failed`, `response_invalid`
   */
  search: (options: {
    search?: string
    page?: number
    /** Only wallets with the operator's badge. */
    certified?: boolean
    /** Only wallets of this family. */
    namespace?: ChainNamespace
    signal?: AbortSignal
  }) => Promise<WalletPage>
}
