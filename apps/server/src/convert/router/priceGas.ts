import type { EvmAddress } from '@latchkey/protocol'
import type { Estimator } from './createEstimator.ts'
import type { PoolGraph } from './createPoolGraph.ts'
import { findPaths } from './findPaths.ts'

/** Gas of a usual swap: its price is asked for in one piece, so that a pool with nothing in it cannot name it. */
const usualGas = 250_000
/** So many base units tell a price well enough. */
const enough = 1_000

/** No gas price is above this; a caller may say any. */
const highest = 1e30

/**
 * What a unit of gas is worth in base units of the target token, told by the pools themselves. Where no pool tells it, gas
 * weighs nothing.
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

  // Gas may cost less than a base unit of the target token: then more of it is priced, never so much that it moves pools.
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
