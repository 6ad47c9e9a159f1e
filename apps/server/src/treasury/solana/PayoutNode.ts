import type { NodeAccount } from '../../solana/node/SolanaNode.ts'

/** A fresh blockhash, and the last block height at which it is good. */
export type Lifetime = { blockhash: string; lastValidHeight: number }

/** What a transaction would do. */
export type Simulation = {
  /** As nodes say it; undefined when it would go through. */
  error: unknown
  logs: readonly string[]
  units: number | undefined
}

/** What a node says of a signature that it knows. */
export type SignatureStatus = {
  slot: number
  /** As nodes say it; undefined when it went through. */
  error: unknown
  commitment: 'processed' | 'confirmed' | 'finalized'
}

/** What one node says of a signature, and how far it is itself. */
export type Outlook = {
  status: SignatureStatus | undefined
  /** The slot that it looked at. */
  slot: number
  /** The height of its newest final block. */
  finalHeight: number
  /** When the oldest block was made that it still has; Unix milliseconds. */
  oldest: number
}

/** What paying out needs of a cluster, through the server's upstreams. All throw LatchkeyError `upstream_unavailable`. Lamports. */
export type PayoutNode = {
  /** In the order asked; undefined where there is none. */
  readAccounts: (options: { addresses: readonly string[] }) => Promise<(NodeAccount | undefined)[]>
  /** What accounts of so many bytes must hold to stay. */
  readRents: (sizes: readonly number[]) => Promise<bigint[]>
  readLifetime: () => Promise<Lifetime>
  /** Micro-lamports for a compute unit that transactions with these accounts offered of late, the least of each block. */
  readPrices: (accounts: readonly string[]) => Promise<bigint[]>
  simulate: (transaction: Uint8Array) => Promise<Simulation>
  /**
   * Hands signed bytes on; those that any node knows are the same transaction.
   *
   * @param raw base64
   * @returns why no node takes them; undefined where one has them
   */
  send: (raw: string) => Promise<string | undefined>
  /** In the order asked; undefined where the node knows none. `slot`: how far it was. */
  readStatuses: (signatures: readonly string[]) => Promise<{ status: SignatureStatus | undefined; slot: number }[]>
  /** How far the final part of the chain is. */
  readFinal: () => Promise<{ slot: number; height: number }>
  /** Asks one node for everything by which its word on a signature can be believed. */
  readOutlook: (signature: string) => Promise<Outlook>
}
