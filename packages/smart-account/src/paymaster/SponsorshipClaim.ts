/** Budget and times of an operation for `LatchkeyPaymaster`. */
export type SponsorshipClaim = {
  /** 16 bytes: a project's ID. Without a budget by the paymaster's owner, the default budget is used. */
  budget: `0x${string}`
  /**
   * Unix seconds: time that the operation claims. It selects the budget's period, and the chain refuses the operation outside
   * of that period.
   */
  time: number
  /** Unix seconds, both inclusive. */
  validAfter: number
  validUntil: number
}
