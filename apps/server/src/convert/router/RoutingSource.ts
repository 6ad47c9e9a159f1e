import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState, PoolSwap } from '../pools/PoolState.ts'

/**
 * What routing asks of a liquidity source; every `LiquiditySource` is one. Written as methods so that the source of one kind
 * of pool stands in a list of all kinds: each is only ever asked about pools of its own `kind`.
 */
export type RoutingSource = {
  kind: PoolState['kind']
  swap(options: { pool: PoolState; tokenIn: EvmAddress; amountIn: bigint }): PoolSwap | undefined
  spotPrice(options: { pool: PoolState; tokenIn: EvmAddress }): number
}
