import type { PoolEstimate } from './PoolEstimate.ts'
import type { ConstantProductPool } from './PoolState.ts'

type Reserves = { reserve0: number; reserve1: number }

/** A pair keeps its reserves in 112 bits. */
const fullReserve = 2 ** 112

/**
 * A v2 pair in floating-point numbers.
 *
 * @param gas units of a hop
 */
export function estimateConstantProduct({
  pool,
  gas,
}: {
  pool: ConstantProductPool
  gas: number
}): PoolEstimate<Reserves> {
  const kept = 1 - pool.fee / 1_000_000
  return {
    start: { reserve0: Number(pool.reserve0), reserve1: Number(pool.reserve1) },
    swap: ({ reserve0, reserve1 }, forward, amountIn) => {
      const counted = amountIn * kept
      if (forward) {
        const amountOut = (counted * reserve1) / (reserve0 + counted)
        const after = { reserve0: reserve0 + amountIn, reserve1: reserve1 - amountOut }
        return amountOut > 0 && after.reserve0 < fullReserve ? { amountOut, after, gas } : undefined
      }
      const amountOut = (counted * reserve0) / (reserve1 + counted)
      const after = { reserve0: reserve0 - amountOut, reserve1: reserve1 + amountIn }
      return amountOut > 0 && after.reserve1 < fullReserve ? { amountOut, after, gas } : undefined
    },
  }
}
