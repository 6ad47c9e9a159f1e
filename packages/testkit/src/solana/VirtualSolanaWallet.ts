import type { WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'

/** An account of the wallet: an ed25519 seed of 32 bytes. The key is in the page: only ever use keys of local chains. */
export type SolanaAccount = { name?: string; privateKey: `0x${string}` }

/** How to make a virtual Solana wallet. */
export type VirtualSolanaWalletParameters = {
  accounts: readonly [SolanaAccount, ...SolanaAccount[]]
  name?: string
  /** A `data:` URI. */
  icon?: string
  /** Default: `solana:mainnet`, `solana:devnet`, `solana:testnet`. */
  chains?: readonly `solana:${string}`[]
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether a site sees the account in use only, or all of them with that one first. Default `active`. */
  shares?: 'active' | 'all'
  /** Keeps permission, account and policy over reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** Where each network's JSON-RPC is, by the name in `chains`: what is signed is sent there. */
  rpcUrls?: Readonly<Record<string, string>>
  /** Sends a signed transaction. Default: to the network's JSON-RPC; where there is none nothing is sent. */
  send?: (options: { transaction: Uint8Array; chain: string }) => Promise<void>
  fetch?: typeof fetch
}

/** A Solana wallet with local keys that does as it is told. */
export type VirtualSolanaWallet = WalletControls & {
  /** What it registers by the Wallet Standard. */
  standard: StandardWallet
  /** The addresses of its accounts, in order. */
  addresses: readonly string[]
}
