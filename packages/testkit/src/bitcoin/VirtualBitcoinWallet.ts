import type { WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'

/** An account of the wallet: a secp256k1 key. The key is in the page: only ever use keys of local chains. */
export type BitcoinAccount = { name?: string; privateKey: `0x${string}` }

/** A network as the Wallet Standard names it. */
export type BitcoinChain = 'bitcoin:mainnet' | 'bitcoin:testnet' | 'bitcoin:regtest'

/** How to make a virtual Bitcoin wallet. */
export type VirtualBitcoinWalletParameters = {
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]]
  name?: string
  /** A `data:` URI. */
  icon?: string
  /** The networks that it has; each has addresses of its own. Default: `bitcoin:mainnet`. */
  chains?: readonly [BitcoinChain, ...BitcoinChain[]]
  /** Default `approve`. */
  policy?: WalletPolicy
  /** How it signs messages where the site does not say. Default `bip322`. */
  messageProtocol?: 'bip322' | 'ecdsa'
  /** Keeps permission, account and policy over reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** Where each network's Esplora API is: coins are asked of it, and what is signed is sent there. */
  esploraUrls?: Readonly<Partial<Record<BitcoinChain, string>>>
  /** Sends a signed PSBT. Default: to the network's Esplora API; where there is none nothing is sent. */
  send?: (options: { psbt: Uint8Array; chain: string }) => Promise<void>
  fetch?: typeof fetch
}

/** A provider of the sats-connect protocol. */
export type SatsProvider = {
  request: (method: string, params?: unknown) => Promise<unknown>
  addListener: (event: string, listener: (event: unknown) => void) => () => void
}

/** A network as UniSat names it. */
export type UnisatNetwork = 'livenet' | 'testnet' | 'regtest'

/** A provider of UniSat's shape. */
export type UnisatProvider = {
  requestAccounts: () => Promise<string[]>
  getAccounts: () => Promise<string[]>
  getPublicKey: () => Promise<string>
  getNetwork: () => Promise<UnisatNetwork>
  switchNetwork: (network: string) => Promise<string>
  signMessage: (message: string, type?: string) => Promise<string>
  signPsbt: (
    psbtHex: string,
    options?: { toSignInputs?: readonly { index: number; address?: string }[] },
  ) => Promise<string>
  pushPsbt: (psbtHex: string) => Promise<string>
  sendBitcoin: (address: string, satoshis: number) => Promise<string>
  disconnect: () => Promise<void>
  on: (event: string, listener: (value: unknown) => void) => void
  removeListener: (event: string, listener: (value: unknown) => void) => void
}

/** A Bitcoin wallet with local keys that does as it is told. Each account has an address for payments and one for ordinals. */
export type VirtualBitcoinWallet = WalletControls & {
  /** What it registers by the Wallet Standard. */
  standard: StandardWallet
  /** The same wallet by the sats-connect protocol, on one network at a time. */
  sats: SatsProvider
  /** The same wallet in UniSat's way, on one network at a time. */
  unisat: UnisatProvider
  /** The addresses of its accounts on its first network, in order. */
  addresses: readonly { payment: string; ordinals: string }[]
  /** Moves the two providers to another network, as its owner would in the wallet. */
  setChain: (chain: string) => void
}
