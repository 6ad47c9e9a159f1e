/**
 * Rules of a permission, as checked by the chain (`LatchkeySessions`). The chain stores only their hash, so every operation
 * contains them.
 */
export type Grant = {
  /** Public key of the app's signature: 20 bytes, an address (secp256k1), or 64 bytes, a key of P-256. */
  signer: `0x${string}`
  /** Second required signer: the server, which can stop the permission immediately. The zero address means none. */
  coSigner: `0x${string}`
  /** Unix seconds, both inclusive. The end is never zero. */
  validAfter: number
  validUntil: number
  calls: readonly CallRule[]
  allowances: readonly Allowance[]
}

/** An allowed call. */
export type CallRule = {
  /** The zero address allows any receiver of a plain payment without data. */
  target: `0x${string}`
  /** First four bytes of the data; zeros for a plain payment. */
  selector: `0x${string}`
  /** Maximum wei of one call. */
  valueLimit: bigint
  arguments: readonly ArgumentRule[]
}

/** Condition for one argument. */
export type ArgumentRule = {
  /** Index of the 32-byte word after the selector. */
  index: number
  condition: number
  value: `0x${string}`
}

/** Values of {@link ArgumentRule.condition}. Amounts are compared as unsigned numbers, inclusive. */
export const argumentConditions = { equal: 0, notEqual: 1, atMost: 2, atLeast: 3 } as const

/** Maximum amount of a token that can leave the account. */
export type Allowance = {
  /** The zero address is the network's native token. */
  token: `0x${string}`
  /** Base units per period. */
  limit: bigint
  /** Start of the first period, Unix seconds. */
  start: number
  /** Seconds, at least 60; 0 means that the limit applies to the whole lifetime of the permission. */
  period: number
}
