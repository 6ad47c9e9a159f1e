import type { ChainId, SocialProvider } from '@latchkey/protocol'
import type { Network } from './chains/Network.ts'
import type { PairingClient } from './connectors/PairingClient.ts'
import type { KeyValueStorage } from './environment/Environment.ts'
import type { Siwx } from './siwx/Siwx.ts'

/** A wallet that the app adds to the list. Links as in the directory. */
export type CustomWallet = {
  /** A unique ID. */
  id: string
  name: string
  /** URL of the page where visitors get it. */
  homepage: string
  /** A `data:` URI or a URL of the app. */
  imageUrl?: string
  /** Link that opens it on a phone, for example `example://`. */
  mobileLink?: string
  /** Link that opens it on a computer. */
  desktopLink?: string
  /** URL of the wallet, if it is a web page. */
  webappLink?: string
  /** Name that its extension announces (EIP-6963). */
  rdns?: string
  /**
   * Relay that the wallet uses: `own` is this server's, `any` is the one that a code names. Default: the public one, like most wallets.
   * Without `connectors.walletConnect.publicRelay`, its links are then not shown.
   */
  relay?: 'own' | 'any'
}

/** The relays through which the app reaches wallets. */
export type WalletConnectWays = {
  /** The relay of the app's own server. Default true; a text is another URL, `wss://…`. */
  ownRelay?: boolean | string
  /** The public relay. Default: none, because it needs an account with its operator, whose terms apply. */
  publicRelay?: { projectId: string /** Default `wss://relay.walletconnect.org`. */; url?: string }
}

/** Configuration of the kit. */
export type LatchkeyConfig = {
  /** The operator's project ID: 32 hexadecimal characters. */
  projectId: string
  /** The Latchkey server, for example `https://api.example.com`. */
  apiUrl: string
  /** The networks of the app. The first one is the default unless `defaultNetwork` is set. */
  networks: readonly [Network, ...Network[]]
  /** CAIP-2 ID of the network at the start of a visit. It is one of `networks`. Default: the first of them. */
  defaultNetwork?: ChainId
  /** Shown to wallets and in the modal. */
  metadata: {
    /** The name of the app. */
    name: string
    /** The address of the app, for example `https://example.com`. */
    url: string
    /** One line about the app. */
    description?: string
    /** URLs of the app's icons. PNG works in all wallets. */
    icons?: readonly string[]
  }
  /** The embedded wallet: a visitor logs in with an email address or with a provider. Without it, Connect offers neither. */
  wallet?: {
    /** The wallet's origin, for example `https://wallet.example.com`. */
    url: string
    /** Whether to announce it to other libraries on the page (EIP-6963). Default true. */
    announce?: boolean
    /**
     * The offered providers of social logins, in this order, if the server supports them; `false` for none. Default: all of the server's
     * providers.
     */
    socials?: false | readonly SocialProvider[]
    /** Whether the frame writes more to the console, but never secrets. Default false. */
    enableLogger?: boolean
  }
  /** The terms of the app, linked below the connect view. */
  termsUrl?: string
  /** The privacy notice of the app, linked below the connect view. */
  privacyUrl?: string
  /** Whether visitors have to agree to both before they can choose a wallet. Default false. */
  legalConsent?: boolean
  /** Whether a connected wallet may stay on a network that the app does not list, without UnsupportedChain. Default false. */
  allowUnsupportedChain?: boolean
  /** Whether visitors may change the network. Default true. */
  enableNetworkSwitch?: boolean
  /**
   * Without injected wallets and logins: visitors connect only by WalletConnect, and the modal opens with its code (on a phone with all
   * wallets). The modal also does that if `wallet`, `connectors.injected`, `connectors.safe` and `connectors.smartWallet` are all off,
   * unless this is `false`. Default false.
   */
  basic?: boolean
  /** Kinds of connectors to disable or to add. */
  connectors?: {
    /** Wallets of this browser (EIP-6963, Wallet Standard, `window.ethereum`, Bitcoin providers). Default true. */
    injected?: boolean
    /**
     * The surrounding wallet, if the page runs as an app of a Safe. `origins` lists the exact origins that may be one. Default true: any
     * HTTPS page that claims to be a Safe is offered, but only https://app.safe.global connects automatically. A page that frames a site
     * decides which account it shows, so a site that is not a Safe app should forbid framing (`frame-ancestors 'none'`).
     */
    safe?: boolean | { origins: readonly string[] }
    /** A smart wallet in a separate window, with Base Account's public protocol. Default: none. */
    smartWallet?: {
      /** The name in Connect. Default "Smart wallet". */
      name?: string
      /** The wallet's page. */
      url: string
    }
    /**
     * WalletConnect. `true` uses the relay of the app's own server, which reaches the wallets that the directory marks. `publicRelay` adds
     * the public relay, with the ID from its operator; it reaches all others. A function creates another client. Default: none.
     */
    walletConnect?: boolean | WalletConnectWays | (() => Promise<PairingClient>)
  }
  /** IDs of the wallets that are shown first, 4 at most. An ID is the wallet's rdns (EIP-6963) or its ID in the server's directory. */
  featuredWalletIds?: readonly string[]
  /** IDs of wallets that are never shown. */
  excludedWalletIds?: readonly string[]
  /** IDs of the only wallets of the directory that are shown. Default: all of them. */
  includedWalletIds?: readonly string[]
  /** Additional wallets of the app. */
  customWallets?: readonly CustomWallet[]
  /** Where "All wallets" is offered. Default `show`. */
  allWallets?: 'show' | 'hide' | 'only-mobile'
  /** Sign-in with a wallet signature. Without it, visitors are never asked for one. */
  siwx?: Siwx
  /** Whether to report usage to the operator's own server, if that server has enabled it. Default false. */
  telemetry?: boolean
  /**
   * Detects transactions that the current account sends from anywhere, and then refreshes balances and activity. Stops after 99
   * transactions. Default: off.
   */
  pendingTransactions?: {
    /** Whether to detect them. */
    watch: boolean
    /** Milliseconds between two checks. Default 30000. */
    pollInterval?: number
  }
  /** Where the kit keeps its settings and connections. Default: `localStorage` if it is available, else memory. */
  storage?: KeyValueStorage
}
