/** A call of an account. */
export type AccountCall = {
  to: `0x${string}`
  /** Wei (default 0). */
  value?: bigint
  /** Default: empty. */
  data?: `0x${string}`
}
