import type { ChainId } from '@latchkey/protocol'

/** Price and period of a subscription. */
export type Plan = {
  chainId: ChainId
  token: { address: `0x${string}`; symbol: string; decimals: number }
  /** Base units per period. */
  price: bigint
  /** Seconds. */
  period: number
  /** Largest number of periods of a subscription. After that, the reader must subscribe again. */
  periods: number
  /** The receiver of the payments. */
  merchant: `0x${string}`
}
