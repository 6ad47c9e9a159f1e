/** One call that an account makes. */
export type AccountCall = {
  to: `0x${string}`
  /** Wei. Default 0. */
  value?: bigint
  /** Default none. */
  data?: `0x${string}`
}
