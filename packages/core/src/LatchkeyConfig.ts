import type { ChainId, SocialProvider } from '@latchkey/protocol'
import type { Network } from './chains/Network.ts'
import type { PairingClient } from './connectors/PairingClient.ts'
import type { KeyValueStorage } from './environment/Environment.ts'
import type { Siwx } from './siwx/Siwx.ts'

/** A wallet that the app adds to the list by itself. Links as in the directory. */
export type CustomWallet = {
  id: string
  name: string
  homepage: string
  /** A `data:` URI or a URL of the app's own. */
  imageUrl?: string
  mobileLink?: string
  desktopLink?: string
  webappLink?: string
  rdns?: string
  /**
   * By which relay it is reached: `own`: it dials this server's; `any`: the one that its code names. Left out: the public one, like
   * most wallets; without `connectors.walletConnect.publicRelay` its links are then not shown.
   */
  relay?: 'own' | 'any'
}

/** The relays by which the app reaches wallets elsewhere. */
export type WalletConnectWays = {
  /** The relay of the app's own server. Default true; a text is another address, `wss://…`. */
  ownRelay?: boolean | string
  /** The public relay: default none, for it wants an account with its operator, whose terms apply. */
  publicRelay?: { projectId: string /** Default `wss://relay.walletconnect.org`. */; url?: string }
}

/** What an app tells the kit once. */
export type LatchkeyConfig = {
  /** The operator's project id: 32 hexadecimal characters. */
  projectId: string
  /** The Latchkey server, for example `https://api.example.com`. */
  apiUrl: string
  /** The networks of the app; the first is the default unless `defaultNetwork` says otherwise. */
  networks: readonly [Network, ...Network[]]
  defaultNetwork?: ChainId
  /** Shown to wallets and in the modal. */
  metadata: { name: string; url: string; description?: string; icons?: readonly string[] }
  /**
   * The embedded wallet: a visitor signs in with an email address, or with an account elsewhere. Without it Connect has neither.
   */
  wallet?: {
    /** The wallet's origin, for example `https://wallet.example.com`. */
    url: string
    /** Announce it to the page's other libraries (EIP-6963). Default true. */
    announce?: boolean
    /**
     * The providers of social logins that are offered, in this order, as far as the server has keys for them; `false`: none.
     * Default: all that the server has.
     */
    socials?: false | readonly SocialProvider[]
    /** Let the frame write more to the console; secrets never are. Default false. */
    enableLogger?: boolean
  }
  /** Links under the connect view. */
  termsUrl?: string
  privacyUrl?: string
  /** Visitors tick that they agree to both before they can choose a wallet. Default false. */
  legalConsent?: boolean
  /** Let a connected wallet stay on a network that the app does not list, instead of showing UnsupportedChain. */
  allowUnsupportedChain?: boolean
  /** Whether visitors may change the network. Default true. */
  enableNetworkSwitch?: boolean
  /**
   * No wallets of this browser and no login: whoever connects does so by WalletConnect, and the modal opens with its code
   * (on a phone with all wallets). The modal also opens so where `wallet`, `connectors.injected`, `connectors.safe` and
   * `connectors.smartWallet` are all off; `false` opens Connect there. Default false.
   */
  basic?: boolean
  /** Ways to reach a wallet that the app does without, or adds. */
  connectors?: {
    /** Wallets of this browser (EIP-6963, Wallet Standard, `window.ethereum`, Bitcoin providers). Default true. */
    injected?: boolean
    /**
     * The wallet around the page, when the page runs as an app of a Safe; `origins` names the pages that may be one, exactly.
     * Default true: any page over https may say that it is a Safe, and is offered; only https://app.safe.global is connected
     * without a word. Whoever frames a site says whose account it shows: a site that is no Safe app forbids framing
     * (`frame-ancestors 'none'`).
     */
    safe?: boolean | { origins: readonly string[] }
    /** A smart wallet in a window of its own, spoken to by Base Account's public protocol. Default: none. */
    smartWallet?: { name?: string /** The wallet's page. */; url: string }
    /**
     * WalletConnect. `true`: over the relay of the app's own server, which reaches the wallets that the directory marks so.
     * `publicRelay`: over the public one too, with the id that its operator gave for this site; it reaches all others. A
     * function makes another client. Default: none.
     */
    walletConnect?: boolean | WalletConnectWays | (() => Promise<PairingClient>)
  }
  /** Wallet ids (rdns or directory id): shown first (4 at most), never shown, the only ones shown of the directory. */
  featuredWalletIds?: readonly string[]
  excludedWalletIds?: readonly string[]
  includedWalletIds?: readonly string[]
  /** Entries of the app's own. */
  customWallets?: readonly CustomWallet[]
  /** Where "All wallets" is offered. Default `show`. */
  allWallets?: 'show' | 'hide' | 'only-mobile'
  /** Sign-in with a wallet signature. Without it nobody is asked for one. */
  siwx?: Siwx
  /** Tells the operator's own server what was used, when that server wants to know. Default false. */
  telemetry?: boolean
  /**
   * Watch whether the account in use sends anything, from wherever, and refresh balances and activity then. Off unless `watch` is
   * set; `pollInterval` in milliseconds, 30 000 by default. It stops after 99.
   */
  pendingTransactions?: { watch: boolean; pollInterval?: number }
  /** Defaults to localStorage where there is one, else memory. */
  storage?: KeyValueStorage
}
