import type { ChainNamespace } from '@latchkey/protocol'
import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'

/** One wallet, whatever the ways to reach it: installed in several families, it is still one entry. */
export type WalletEntry = {
  /** Stable between visits: the rdns; without one its connector's id, or the directory's where it is not installed. */
  id: string
  name: string
  /** A `data:` URI or a first-party URL; null when there is none that is safe to show. */
  icon: string | null
  rdns: string | null
  /** The ways to reach it in this browser, one for each family that both it and the app use; empty when it is not installed. */
  connectors: readonly ConnectorInfo[]
  /** What the operator's directory, or the app (`customWallets`), says about it; undefined while that is not known. */
  listing: WalletListing | undefined
  /** Among the two used last. */
  recent: boolean
}

/** The wallets that a visitor is offered first. No wallet stands in two of the lists from `installed` to `recommended`. */
export type WalletsState = {
  /** The wallets of this browser: recent ones first, then those that the app features, then as they announced themselves. */
  installed: readonly WalletEntry[]
  /** Recently used wallets that are not installed here, such as one on a phone; with `installed` at most 2 are recent. */
  recent: readonly WalletEntry[]
  /** What the app features, at most 4. */
  featured: readonly WalletEntry[]
  /** The app's own entries. */
  custom: readonly WalletEntry[]
  /** The directory's first wallets: up to 4, less those that are shown above. */
  recommended: readonly WalletEntry[]
  /**
   * Where the app has its own relay alone: the wallets that dial it, as far as the directory's first page names them. Empty
   * elsewhere. They stand in the other lists, too.
   */
  ownRelay: readonly WalletEntry[]
  /** How many wallets the directory has for the app's networks; undefined until it was read. */
  count: number | undefined
  /** Where reading the directory stands: `idle` until somebody looks. */
  directory: 'idle' | 'loading' | 'ready' | 'failed'
}

/** A page of the directory. */
export type WalletPage = {
  data: readonly WalletEntry[]
  /** How many wallets of the directory match. */
  count: number
  /** Whether no page comes after this one. */
  isLast: boolean
}

/** How a wallet can be reached from here; a page shows them as tabs when there is more than one. */
export type WalletChoice =
  /** Installed in this browser; several connectors: the visitor chooses the family first. */
  | { type: 'browser'; connectors: readonly ConnectorInfo[] }
  /** By a WalletConnect pairing: shown as a code to another device … */
  | { type: 'qr' }
  /** … or handed to the app on this one. */
  | { type: 'mobile' }
  | { type: 'desktop' }
  /** The wallet's own web page, by a pairing too. */
  | { type: 'web' }
  /** On a phone, without a pairing: this page in the wallet's own browser. */
  | { type: 'browse'; href: string; target: '_self' | '_blank' | '_top' }
  /** Not here yet: where it can be had. */
  | { type: 'install'; url: string; store: 'chrome' | 'ios' | 'android' | 'homepage' }

/**
 * The wallets a visitor can choose from.
 *
 * @example
 * latchkey.wallets.prepare()
 * const { data } = await latchkey.wallets.search({ search: 'meta', page: 1 })
 * const choices = data.map((wallet) => latchkey.wallets.choicesOf({ wallet }))
 */
export type WalletsFeature = Readable<WalletsState> & {
  /** Asks wallets to announce themselves again, in every family that the app uses. */
  discover: () => void
  /**
   * Ends when the wallets of every family that the app uses were asked, undefined while nobody is being asked. Before that a
   * wallet of several families may be listed with the one whose code came first.
   */
  looking: () => Promise<unknown> | undefined
  /**
   * Fetches what connecting needs, and the directory's first page; for whoever shows wallets to choose from. Reads the
   * directory again after it failed.
   */
  prepare: () => void
  /** Whether the page runs on a phone or a tablet, where other wallets' apps are and no second screen is. */
  isMobile: () => boolean
  /** A wallet that was announced, shown or searched before. */
  find: (options: { walletId: string }) => WalletEntry | undefined
  /** The wallet of a connector. */
  findByConnector: (options: { connectorId: string }) => WalletEntry | undefined
  /** How the wallet can be reached from this browser and device; dead ways are left out. */
  choicesOf: (options: { wallet: WalletEntry; namespace?: ChainNamespace }) => readonly WalletChoice[]
  /**
   * The operator's directory, a page of 40 at a time; a search answers up to 100. Wallets of this browser that match come
   * first on page 1.
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
