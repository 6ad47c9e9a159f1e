import type { ChainId } from '@latchkey/protocol'

/** One running local Solana network. */
export type SolanaNetwork = {
  /** CAIP-2: `solana:` and the first 32 characters of the genesis hash. */
  chainId: ChainId
  name: string
  /** JSON-RPC by HTTP. */
  rpcUrl: string
  /** Subscriptions, on the same port. web3.js 1 expects them one port higher: give it `wsEndpoint`. */
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
  /** Of each transfer, for the one that takes a fee. */
  feeBasisPoints?: number
  /** The most that a transfer of it costs, in its smallest units. */
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

/** How to start the local Solana networks. */
export type SolanaParameters = {
  /** 1 (`localnet`, the default) or both. */
  networks?: 1 | 2
  /** Wanted ports, in the order of the networks; a missing one, or 0, is any free one, a busy one becomes the next free one. */
  ports?: readonly number[]
  /** Folder for the state over restarts. Undefined keeps it in memory only. */
  folder?: string
  /** Milliseconds since 1970; tests own their time with it. Default the machine's. */
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
  /** Moves the networks' clocks forward, so that blockhashes expire without waiting: 150 slots are a minute. */
  advance: (options: { slots: number }) => void
  /** Cuts every connection and answers no more; {@link Solana.start} begins again on the same ports, with the same ledger. */
  pause: () => Promise<void>
  start: () => Promise<void>
  /** Ends everything. */
  stop: () => Promise<void>
}
