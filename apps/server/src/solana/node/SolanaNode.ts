import type { TokenAccount } from '@latchkey/solana'

export type NodeAccount = { owner: string; data: Uint8Array; lamports: bigint }

/** Holdings of an owner. Base units. */
export type Holdings = {
  lamports: bigint
  /** Token accounts of both token programs, including empty ones. */
  tokenAccounts: readonly (TokenAccount & { address: string })[]
  /** Slot of the data. */
  slot: number
}

/** A transaction that names an address, from a node's list. */
export type ListedSignature = { signature: string; slot: number; isFinal: boolean }

/** One Solana cluster, read through the server's upstreams. All methods throw LatchkeyError `upstream_unavailable`. */
export type SolanaNode = {
  readHoldings: (options: { owner: string }) => Promise<Holdings>
  /** In the order of the request; undefined for missing accounts. */
  readAccounts: (options: { addresses: readonly string[] }) => Promise<(NodeAccount | undefined)[]>
  /** Lists the transactions that name each address, newest first. */
  listSignatures: (options: {
    addresses: readonly string[]
    before: string | undefined
    limit: number
  }) => Promise<ListedSignature[][]>
  /** In the order of the request; undefined if unknown to the node. */
  readTransactions: (options: { signatures: readonly ListedSignature[] }) => Promise<(NodeTransaction | undefined)[]>
}

/** Token balance of an account that a transaction names. */
export type NodeTokenBalance = {
  /** Index of the account in the transaction. */
  index: number
  mint: string
  owner: string | undefined
  amount: bigint
  decimals: number
}

/** An instruction as parsed by the node. `type` and `info` are undefined for unknown programs. */
export type NodeInstruction = { program: string; type: string | undefined; info: Readonly<Record<string, unknown>> }

/** A transaction and its result. Lamports and base units. */
export type NodeTransaction = {
  signature: string
  /** Unix seconds. */
  time: number | undefined
  failed: boolean
  fee: bigint
  accounts: readonly { address: string; signer: boolean }[]
  before: readonly bigint[]
  after: readonly bigint[]
  tokensBefore: readonly NodeTokenBalance[]
  tokensAfter: readonly NodeTokenBalance[]
  /** Instructions of the message, without inner ones. */
  instructions: readonly NodeInstruction[]
}
