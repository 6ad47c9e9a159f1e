/**
 * What a session may do, as the chain checks it (`LatchkeySessions`). The chain keeps the hash of it; whoever uses the session shows the
 * rules again with every operation.
 */
export type Grant = {
  /** Whose signature counts: 20 bytes, an address (secp256k1), or 64, a public key of P-256. */
  signer: `0x${string}`
  /** Who must sign as well: the server that can stop a session at once. The zero address: nobody. */
  coSigner: `0x${string}`
  /** Unix seconds, both included. The end is never zero. */
  validAfter: number
  validUntil: number
  calls: readonly CallRule[]
  allowances: readonly Allowance[]
}

/** A call that is allowed. */
export type CallRule = {
  /** The zero address: any receiver of a plain payment, which has no data. */
  target: `0x${string}`
  /** The first four bytes of the data; zeros for a plain payment. */
  selector: `0x${string}`
  /** Wei that one call may carry. */
  valueLimit: bigint
  arguments: readonly ArgumentRule[]
}

/** What one argument must be. */
export type ArgumentRule = {
  /** Which 32 bytes after the selector. */
  index: number
  condition: number
  value: `0x${string}`
}

/** The numbers of {@link ArgumentRule.condition}; amounts compare as unsigned numbers, both ends included. */
export const argumentConditions = { equal: 0, notEqual: 1, atMost: 2, atLeast: 3 } as const

/** How much of a coin or token leaves the account, at most. */
export type Allowance = {
  /** The zero address: the network's own coin. */
  token: `0x${string}`
  /** Base units in each period. */
  limit: bigint
  /** Unix seconds when the first period begins. */
  start: number
  /** Seconds, at least 60; 0: the limit is for the session's whole life. */
  period: number
}
