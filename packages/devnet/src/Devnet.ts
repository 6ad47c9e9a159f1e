import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { DevnetBitcoin } from './bitcoin/LocalBitcoin.ts'
import type { DevnetBitcoinAccount } from './bitcoin/world/accounts.ts'
import type { SolanaAccount, SolanaNetwork, SolanaToken } from './solana/Solana.ts'

/** One running local chain. */
export type DevnetChain = {
  /** CAIP-2. */
  chainId: ChainId
  /** EIP-155 number; never one of a public chain. */
  id: number
  name: string
  rpcUrl: string
  wsUrl: string
}

/** A seeded token, the same address on every local chain. */
export type DevnetToken = {
  address: EvmAddress
  name: string
  symbol: string
  decimals: number
  /** Special property: the reference dollar, the site's own token, a fee on every transfer, no bool from transfer, spam. */
  kind: 'usd' | 'site' | 'plain' | 'fee-on-transfer' | 'no-bool' | 'wrapped-native' | 'spam'
}

/** An account with a public key pair: only ever use it on a local chain. */
export type DevnetAccount = { name: string; address: EvmAddress; privateKey: `0x${string}` }

/** Contracts at the addresses they have on public chains. */
export type DevnetContracts = {
  multicall3: EvmAddress
  permit2: EvmAddress
  weth: EvmAddress
  entryPoint08: EvmAddress
  /** Contract to which an account can delegate for batches (EIP-7702). */
  simple7702Account: EvmAddress
  uniswapV2Factory: EvmAddress
  uniswapV2Router: EvmAddress
  uniswapV3Factory: EvmAddress
  uniswapV3PositionManager: EvmAddress
  uniswapSwapRouter02: EvmAddress
  uniswapQuoterV2: EvmAddress
  /** On Local One alone; `ada.eth`, `ben.eth`, `cleo.eth` and `dan.eth` are in it. */
  ensRegistry: EvmAddress
  /** Only on Local One, like `farcasterKeyRegistry`. They contain the people of the sandbox app. */
  farcasterIdRegistry: EvmAddress
  farcasterKeyRegistry: EvmAddress
  /**
   * Deploys Latchkey's smart accounts; with their implementation and the module of permissions. The same addresses as on any
   * chain.
   */
  smartAccountFactory: EvmAddress
  smartAccountImplementation: EvmAddress
  smartAccountSessions: EvmAddress
  /** Of {@link Devnet.operator}; 1,000 ETH at EntryPoint v0.8, and a stake. */
  paymaster: EvmAddress
}

/** The names of the local server's own zone, on Local One alone. */
export type DevnetNames = {
  /** Zone of the names. {@link Devnet.operator} owns it in the registry. */
  zone: string
  /** The operator's resolver. Asks the server's gateway (ERC-3668) for names of the zone and addresses without a name in the registry. */
  resolver: EvmAddress
  /** Resolver for clients of ENS, at the address of Ethereum's own. */
  universalResolver: EvmAddress
  /** Signer of the answers that the resolver accepts; has no money. */
  signer: DevnetAccount
}

export type DevnetParameters = {
  /** Folder of the baked state and, with `persist`, of the chains' state. */
  folder: string
  /** Separate folder for the baked state, which several worlds can share. Default `<folder>/bake`. */
  bakeFolder?: string
  /** IDs of the chains to start (EIP-155): 31337 (Local One), 31338 (Local Two). Default both. */
  chains?: readonly number[]
  /** Seconds between blocks. Default: a block per transaction. */
  blockTime?: number
  /**
   * With `blockTime`: seconds between blocks while no transaction is pending. Default `blockTime`. A larger value keeps the state
   * small, because every empty block permanently adds 1.75 kB to it.
   */
  idleBlockTime?: number
  /** Keep the chains' state in the folder over restarts. Default false. */
  persist?: boolean
  /** Wanted RPC ports by chain number; a busy or missing one becomes the next free one. */
  ports?: Partial<Record<number, number>>
  /** Let the market-maker trade every few seconds. Default false. */
  market?: boolean
  /** Also start a Bitcoin chain; see `BitcoinParameters`. */
  bitcoin?: { port?: number; blockTime?: number }
  /** Also start local Solana; see `SolanaParameters`. */
  solana?: { networks?: 1 | 2; ports?: readonly number[] }
  /** Progress, one short sentence each. */
  onProgress?: (message: string) => void
}

/** The running local world. */
export type Devnet = {
  chains: readonly DevnetChain[]
  /** Empty unless asked for. */
  bitcoin: readonly DevnetBitcoin[]
  /** The same people as {@link accounts}. */
  bitcoinAccounts: readonly DevnetBitcoinAccount[]
  /** Empty unless asked for. */
  solana: readonly SolanaNetwork[]
  /** The same people as {@link accounts}; empty unless asked for, as are the mints and the faucet. */
  solanaAccounts: readonly SolanaAccount[]
  solanaTokens: readonly SolanaToken[]
  solanaFaucet?: SolanaAccount
  /** Pays out onramp orders: SOL, USDL and LATCH. */
  solanaTreasury?: SolanaAccount
  contracts: DevnetContracts
  tokens: readonly DevnetToken[]
  nfts: { collection: EvmAddress; spam: EvmAddress }
  /** Holds plenty of everything. */
  faucet: DevnetAccount
  /** Funded with some of everything; for wallets that people and tests use. At least four. */
  accounts: readonly DevnetAccount[]
  /** Owns the paymaster. */
  operator: DevnetAccount
  /** Sends the operations of smart accounts (ERC-4337); 10,000 ETH on every chain. */
  executor: DevnetAccount
  /** Signs for which operations the paymaster pays; has no money. */
  paymasterSigner: DevnetAccount
  /** Pays out onramp orders; has plenty of ETH and of the plain tokens on every chain. */
  treasury: DevnetAccount
  names: DevnetNames
  /** Runs one deterministic round of trades on every chain, in addition to the market-maker's own rounds. */
  trade: () => Promise<void>
  /**
   * Sets the gateway URL of {@link Devnet.names}' resolver, a template of ERC-3668 with `{sender}` and `{data}`. Sends a
   * transaction of the operator unless the chain has this URL. The initial URL is that of `npm start`.
   */
  setNameGateway: (options: { url: string }) => Promise<void>
  /** Kills a chain's node, for tests. `startChain` starts it again on the same port, with its state if `keepState` (default true). */
  stopChain: (options: { id: number }) => Promise<void>
  startChain: (options: { id: number; keepState?: boolean }) => Promise<void>
  /** Stops all chains and their processes. */
  stop: () => Promise<void>
}
