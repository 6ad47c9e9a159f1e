import type { TokenAccount } from '@latchkey/solana'

/** What an account is and has. */
export type NodeAccount = { owner: string; data: Uint8Array; lamports: bigint }

/** What an owner holds. Base units. */
export type Holdings = {
  lamports: bigint
  /** Of both token programs, those with nothing in them among them. */
  tokenAccounts: readonly (TokenAccount & { address: string })[]
  /** The slot that this is of. */
  slot: number
}

/** A transaction that names an address, as a node lists it. */
export type ListedSignature = { signature: string; slot: number; isFinal: boolean }

/** One Solana cluster, read through the server's upstreams. All throw LatchkeyError `upstream_unavailable`. */
export type SolanaNode = {
  readHoldings: (options: { owner: string }) => Promise<Holdings>
  /** In the order asked; undefined where there is none. */
  readAccounts: (options: { addresses: readonly string[] }) => Promise<(NodeAccount | undefined)[]>
  /** Per address the transactions that name it, newest first. */
  listSignatures: (options: {
    addresses: readonly string[]
    before: string | undefined
    limit: number
  }) => Promise<ListedSignature[][]>
  /** In the order asked; undefined where the node knows none. */
  readTransactions: (options: { signatures: readonly ListedSignature[] }) => Promise<(NodeTransaction | undefined)[]>
}

/** An amount of a token in an account that a transaction names. */
export type NodeTokenBalance = {
  /** Which of the transaction's accounts it is. */
  index: number
  mint: string
  owner: string | undefined
  amount: bigint
  decimals: number
}

/** An instruction as the node reads it; `type` and `info` where it knows the program. */
export type NodeInstruction = { program: string; type: string | undefined; info: Readonly<Record<string, unknown>> }

/** A transaction and what became of it. Lamports and base units. */
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
  /** Of the message itself. */
  instructions: readonly NodeInstruction[]
}
