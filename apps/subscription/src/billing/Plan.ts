import type { ChainId } from '@latchkey/protocol'

/** What a subscriber pays, and how often. */
export type Plan = {
  chainId: ChainId
  token: { address: `0x${string}`; symbol: string; decimals: number }
  /** Base units, for each period. */
  price: bigint
  /** Seconds. */
  period: number
  /** How many periods a subscription lasts at most; then the reader is asked again. */
  periods: number
  /** Who is paid. */
  merchant: `0x${string}`
}
