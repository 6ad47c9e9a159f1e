import type { NodeAccount } from '../../solana/node/SolanaNode.ts'

/** A recent blockhash, and the last block height at which it is valid. */
export type Lifetime = { blockhash: string; lastValidHeight: number }

/** Result of a simulation. */
export type Simulation = {
  /** Error in the node's format; undefined if it succeeds. */
  error: unknown
  logs: readonly string[]
  units: number | undefined
}

/** A node's data about a known signature. */
export type SignatureStatus = {
  slot: number
  /** Error in the node's format; undefined if it succeeded. */
  error: unknown
  commitment: 'processed' | 'confirmed' | 'finalized'
}

/** Data of one node about a signature, and the node's own progress. */
export type Outlook = {
  status: SignatureStatus | undefined
  /** Slot of the answer. */
  slot: number
  /** Height of its newest final block. */
  finalHeight: number
  /** Time of the node's oldest block; Unix milliseconds. */
  oldest: number
}

/**
 * Requests of payouts to a cluster, through the server's upstreams. All throw LatchkeyError `upstream_unavailable`. Amounts
 * are in lamports.
 */
export type PayoutNode = {
  /** In the order of the request; undefined for missing accounts. */
  readAccounts: (options: { addresses: readonly string[] }) => Promise<(NodeAccount | undefined)[]>
  /** Returns the rent exemption of accounts with these sizes in bytes. */
  readRents: (sizes: readonly number[]) => Promise<bigint[]>
  readLifetime: () => Promise<Lifetime>
  /** Returns micro-lamports per compute unit: the lowest recent price in each block, for transactions with these accounts. */
  readPrices: (accounts: readonly string[]) => Promise<bigint[]>
  simulate: (transaction: Uint8Array) => Promise<Simulation>
  /**
   * Submits signed bytes. Repeating them is harmless, because they are the same transaction.
   *
   * @param raw base64
   * @returns the reason if no node accepts them; undefined if one has them
   */
  send: (raw: string) => Promise<string | undefined>
  /** In the order of the request; undefined if unknown to the node. `slot` is the slot of the answer. */
  readStatuses: (signatures: readonly string[]) => Promise<{ status: SignatureStatus | undefined; slot: number }[]>
  /** Returns the progress of the final blocks. */
  readFinal: () => Promise<{ slot: number; height: number }>
  /** Reads all data that makes a node's answer about a signature trustworthy, from one node. */
  readOutlook: (signature: string) => Promise<Outlook>
}
