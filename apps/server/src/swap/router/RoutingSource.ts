import type { EvmAddress } from '@latchkey/protocol'
import type { PoolEstimate } from '../pools/PoolEstimate.ts'
import type { PoolState, PoolSwap } from '../pools/PoolState.ts'

/**
 * The methods of a liquidity source that routing uses. Every `LiquiditySource` has them. They are declared as methods, so
 * that sources of one kind fit into a list of all kinds. Each source receives only pools of its `kind`.
 */
export type RoutingSource = {
  kind: PoolState['kind']
  swap(options: { pool: PoolState; tokenIn: EvmAddress; amountIn: bigint }): PoolSwap | undefined
  /** Floating-point version of the pool, if the source has one: many times faster for a search. */
  estimate?(pool: PoolState): PoolEstimate
  spotPrice(options: { pool: PoolState; tokenIn: EvmAddress }): number
}
