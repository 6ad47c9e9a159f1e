import type { WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { StandardWallet } from '../standard/StandardWallet.ts'

/** An account of the wallet: an ed25519 seed of 32 bytes. The key is readable in the page, so use only keys of local chains. */
export type SolanaAccount = { name?: string; privateKey: `0x${string}` }

/** Parameters of {@link createVirtualSolanaWallet}. */
export type VirtualSolanaWalletParameters = {
  accounts: readonly [SolanaAccount, ...SolanaAccount[]]
  name?: string
  /** A `data:` URI. */
  icon?: string
  /** Default: `solana:mainnet`, `solana:devnet`, `solana:testnet`. */
  chains?: readonly `solana:${string}`[]
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether a site sees only the current account, or all of them with the current one first. Default `active`. */
  shares?: 'active' | 'all'
  /** Keeps the permission, the account and the policy across reloads. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  /** JSON-RPC URL of each network, by the name in `chains`. Signed transactions are sent there. */
  rpcUrls?: Readonly<Record<string, string>>
  /** Sends a signed transaction. Default: to the network's JSON-RPC; without one, nothing is sent. */
  send?: (options: { transaction: Uint8Array; chain: string }) => Promise<void>
  fetch?: typeof fetch
}

/** A Solana wallet with local keys that a test controls. */
export type VirtualSolanaWallet = WalletControls & {
  /** The object that the wallet registers through the Wallet Standard. */
  standard: StandardWallet
  /** The addresses of its accounts, in order. */
  addresses: readonly string[]
}
