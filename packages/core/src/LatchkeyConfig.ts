import type { ChainId } from '@latchkey/protocol'
import type { Network } from './networks/Network.ts'

/** Key-value storage that outlives the page. Browsers: localStorage. */
export type KeyValueStorage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
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
   * The embedded wallet: a visitor signs in with an email address. Without it there is no email field.
   */
  wallet?: {
    /** The wallet's origin, for example `https://wallet.example.com`. */
    url: string
    /** Announce it to the page's other libraries (EIP-6963). Default true. */
    announce?: boolean
    /** Let the frame write more to the console; secrets never are. Default false. */
    enableLogger?: boolean
  }
  /** Links under the connect view. */
  termsUrl?: string
  privacyUrl?: string
  /** Let a connected wallet stay on a network that the app does not list, instead of showing UnsupportedChain. */
  allowUnsupportedChain?: boolean
  /** Connector ids to show first, and ids never to show. */
  featuredWalletIds?: readonly string[]
  excludedWalletIds?: readonly string[]
  /** Defaults to localStorage where there is one, else memory. */
  storage?: KeyValueStorage
}
