import type { EvmAddress } from '@latchkey/protocol'
import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { PoolState, PoolSwap } from '../pools/PoolState.ts'

/**
 * What routing asks of a liquidity source; every `LiquiditySource` is one. Written as methods so that the source of one kind
 * of pool stands in a list of all kinds: each is only ever asked about pools of its own `kind`.
 */
export type RoutingSource = {
  kind: PoolState['kind']
  swap(options: { pool: PoolState; tokenIn: EvmAddress; amountIn: bigint }): PoolSwap | undefined
  /** The pool in floating-point numbers, where the source has it so: many times faster to search with. */
  estimate?(pool: PoolState): PoolEstimate
  spotPrice(options: { pool: PoolState; tokenIn: EvmAddress }): number
}
