import type { ChainId } from '@latchkey/protocol'

/** One running local Solana network. */
export type SolanaNetwork = {
  /** CAIP-2: `solana:` and the first 32 characters of the genesis hash. */
  chainId: ChainId
  name: string
  /** JSON-RPC by HTTP. */
  rpcUrl: string
  /** Subscriptions, on the same port. web3.js 1 expects them one port higher and needs `wsEndpoint`. */
  wsUrl: string
}

/** A seeded mint, the same address on both networks. */
export type SolanaToken = {
  /** Of the mint, base58. */
  address: string
  name: string
  symbol: string
  decimals: number
  /** SPL Token, or Token-2022. */
  program: 'token' | 'token-2022'
  /** Special property: the reference dollar, the site's own token, a fee on every transfer (Token-2022), an NFT, spam. */
  kind: 'usd' | 'site' | 'transfer-fee' | 'nft' | 'spam'
  /** Fee of each transfer, if the token has one. */
  feeBasisPoints?: number
  /** Largest fee of a transfer, in base units. */
  maximumFee?: string
}

/** An account with a public key pair: only ever use it on a local network. */
export type SolanaAccount = {
  name: string
  /** base58. */
  address: string
  /** The ed25519 seed, 32 bytes in hex. Source: RFC 8032. */
  privateKey: `0x${string}`
}

export type SolanaParameters = {
  /** 1 (`localnet`, the default) or both. */
  networks?: 1 | 2
  /** Wanted ports, in the order of the networks. Without a port, or with 0, any free port. The next free port replaces a busy one. */
  ports?: readonly number[]
  /** Folder for the state over restarts. Undefined keeps it in memory only. */
  folder?: string
  /** Current time in milliseconds since 1970, for tests. Default: the machine's clock. */
  now?: () => number
}

/** The running local Solana networks. */
export type Solana = {
  networks: readonly SolanaNetwork[]
  tokens: readonly SolanaToken[]
  /** Has plenty of everything; the source of `requestAirdrop`. */
  faucet: SolanaAccount
  /** Pays out onramp orders: SOL, USDL and LATCH. */
  treasury: SolanaAccount
  /** Ada, Ben, Cleo and Dan, each with some of everything. */
  accounts: readonly SolanaAccount[]
  /** Moves the networks' clocks forward, for example to expire blockhashes. 150 slots are a minute. */
  advance: (options: { slots: number }) => void
  /** Closes every connection and the ports. {@link Solana.start} opens the same ports again, with the same ledger. */
  pause: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}
