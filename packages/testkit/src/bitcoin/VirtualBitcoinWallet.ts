import type { WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'

/** An account of the wallet: a secp256k1 key. The key is readable in the page, so use only keys of local chains. */
export type BitcoinAccount = { name?: string; privateKey: `0x${string}` }

/** A network as the Wallet Standard names it. */
export type BitcoinChain = 'bitcoin:mainnet' | 'bitcoin:testnet' | 'bitcoin:regtest'

/** Parameters of {@link createVirtualBitcoinWallet}. */
export type VirtualBitcoinWalletParameters = {
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]]
  name?: string
  /** A `data:` URI. */
  icon?: string
  /** The wallet's networks. Each network has its own addresses. Default: `bitcoin:mainnet`. */
  chains?: readonly [BitcoinChain, ...BitcoinChain[]]
  /** Default `approve`. */
  policy?: WalletPolicy
  /** How the wallet signs messages if the site does not say. Default `bip322`. */
  messageProtocol?: 'bip322' | 'ecdsa'
  /** Keeps the permission, the account and the policy across reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** URL of each network's Esplora API. The wallet reads coins there and sends signed transactions to it. */
  esploraUrls?: Readonly<Partial<Record<BitcoinChain, string>>>
  /** Sends a signed PSBT. Default: to the network's Esplora API; without one, nothing is sent. */
  send?: (options: { psbt: Uint8Array; chain: string }) => Promise<void>
  fetch?: typeof fetch
}

/** A provider for the sats-connect protocol. */
export type SatsProvider = {
  request: (method: string, params?: unknown) => Promise<unknown>
  addListener: (event: string, listener: (event: unknown) => void) => () => void
}

/** A network as UniSat names it. */
export type UnisatNetwork = 'livenet' | 'testnet' | 'regtest'

/** A provider with the interface of UniSat. */
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

/** A Bitcoin wallet with local keys that a test controls. Each account has one address for payments and one for ordinals. */
export type VirtualBitcoinWallet = WalletControls & {
  /** The object that the wallet registers through the Wallet Standard. */
  standard: StandardWallet
  /** The same wallet through the sats-connect protocol, on one network at a time. */
  sats: SatsProvider
  /** The same wallet through UniSat's interface, on one network at a time. */
  unisat: UnisatProvider
  /** The addresses of the accounts on the first network, in order. */
  addresses: readonly { payment: string; ordinals: string }[]
  /** Switches the two providers to another network, like the owner would in the wallet. */
  setChain: (chain: string) => void
}
