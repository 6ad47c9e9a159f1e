import type { WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'

/** An account of the wallet: a secp256k1 key. The key is in the page: only ever use keys of local chains. */
export type BitcoinAccount = { name?: string; privateKey: `0x${string}` }

/** How to make a virtual Bitcoin wallet. */
export type VirtualBitcoinWalletParameters = {
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]]
  name?: string
  /** A `data:` URI. */
  icon?: string
  /** The networks that it has; each has addresses of its own. Default: `bitcoin:mainnet`. */
  chains?: readonly ['bitcoin:mainnet' | 'bitcoin:testnet', ...('bitcoin:mainnet' | 'bitcoin:testnet')[]]
  /** Default `approve`. */
  policy?: WalletPolicy
  /** How it signs messages where the site does not say. Default `bip322`. */
  messageProtocol?: 'bip322' | 'ecdsa'
  /** Keeps permission, account and policy over reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** Sends a signed PSBT; without it nothing is sent. */
  send?: (options: { psbt: Uint8Array; chain: string }) => Promise<void>
}

/** A provider of the sats-connect protocol. */
export type SatsProvider = {
  request: (method: string, params?: unknown) => Promise<unknown>
  addListener: (event: string, listener: (event: unknown) => void) => () => void
}

/** A provider of UniSat's shape. */
export type UnisatProvider = {
  requestAccounts: () => Promise<string[]>
  getAccounts: () => Promise<string[]>
  getPublicKey: () => Promise<string>
  getNetwork: () => Promise<'livenet' | 'testnet'>
  switchNetwork: (network: string) => Promise<string>
  signMessage: (message: string, type?: string) => Promise<string>
  signPsbt: (
    psbtHex: string,
    options?: { toSignInputs?: readonly { index: number; address?: string }[] },
  ) => Promise<string>
  pushPsbt: (psbtHex: string) => Promise<string>
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
