import type { LiquiditySource } from './LiquiditySource.ts'
import type { PoolState } from './PoolState.ts'
import { uniswapV2Source } from './uniswapV2Source.ts'
import { uniswapV3Source } from './uniswapV3Source.ts'

/**
 * The kinds of pools that are read, quoted and routed over. To add an exchange, add an entry.
 *
 * Each source receives only its kind of pools. The type of the list cannot express that.
 */
export const liquiditySources = {
  'uniswap-v2': uniswapV2Source as LiquiditySource,
  'uniswap-v3': uniswapV3Source as LiquiditySource,
} as const satisfies Record<PoolState['kind'], LiquiditySource>

/** The source of a pool. */
export function sourceOf({ kind }: Pick<PoolState, 'kind'>): LiquiditySource {
  return liquiditySources[kind]
}
