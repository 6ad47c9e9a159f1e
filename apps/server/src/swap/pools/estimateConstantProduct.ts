import type { PoolEstimate } from './PoolEstimate.ts'
import type { ConstantProductPool } from './PoolState.ts'

/** A pair stores its reserves in 112 bits. */
const fullReserve = 2 ** 112

/**
 * Estimates a v2 pair in floating-point numbers. The state is its two reserves.
 *
 * @param gas units of a hop
 */
export function estimateConstantProduct({ pool, gas }: { pool: ConstantProductPool; gas: number }): PoolEstimate {
  const kept = 1 - pool.fee / 1_000_000
  return {
    start: [Number(pool.reserve0), Number(pool.reserve1)],
    gas,
    swap: (states, at, forward, amountIn) => {
      const placeIn = forward ? at : at + 1
      const placeOut = forward ? at + 1 : at
      const reserveIn = states[placeIn] ?? 0
      const reserveOut = states[placeOut] ?? 0
      const counted = amountIn * kept
      const amountOut = (counted * reserveOut) / (reserveIn + counted)
      if (!(amountOut > 0) || reserveIn + amountIn >= fullReserve) return 0
      states[placeIn] = reserveIn + amountIn
      states[placeOut] = reserveOut - amountOut
      return amountOut
    },
  }
}
