/** What an operation says to `LatchkeyPaymaster` of its budget and its time. */
export type SponsorshipClaim = {
  /** 16 bytes: a project's id. One that the paymaster's owner did not set counts against the default budget. */
  budget: `0x${string}`
  /** Unix seconds: the time that the operation claims. It counts against the budget's period that this is in, and the chain refuses it in any other. */
  time: number
  /** Unix seconds, both included. */
  validAfter: number
  validUntil: number
}
