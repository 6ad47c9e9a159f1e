import type { EvmAddress } from '@latchkey/protocol'
import type { Estimator } from './createEstimator.ts'
import type { PoolGraph } from './createPoolGraph.ts'
import { findPaths } from './findPaths.ts'

/** Gas of a usual swap. It is priced in one piece, so that a nearly empty pool cannot set the price. */
const usualGas = 250_000
/** From this many base units on, a price is precise enough. */
const enough = 1_000

/** Upper limit of the gas price, because a caller can pass any value. */
const highest = 1e30

/**
 * Returns the price of a unit of gas in base units of the target token, according to the pools. If no pool has a price, gas
 * costs nothing.
 *
 * @param gasPrice wei
 */
export function priceGas({
  graph,
  estimator,
  wrappedNative,
  tokenOut,
  gasPrice,
  maximumHops,
}: {
  graph: PoolGraph
  estimator: Estimator
  wrappedNative: EvmAddress | undefined
  tokenOut: EvmAddress
  gasPrice: bigint
  maximumHops: number
}): number {
  if (gasPrice <= 0n || !wrappedNative) return 0
  const price = Math.min(Number(gasPrice), highest)
  if (wrappedNative === tokenOut) return price

  // Gas may cost less than a base unit of the target token. Then price a multiple of it, but never so much that it moves pools.
  for (const times of [1, 1_000, 1_000_000]) {
    const amountIn = price * usualGas * times
    const [best] = findPaths({
      graph,
      estimator,
      states: estimator.start,
      tokenIn: wrappedNative,
      tokenOut,
      amountIn,
      maximumHops,
      width: 2,
      limit: 1,
    })
    if (best && best.amountOut >= enough) return (best.amountOut / amountIn) * price
  }
  return 0
}
