import type { Estimator } from './createEstimator.ts'
import type { PoolGraph } from './createPoolGraph.ts'
import { findPaths } from './findPaths.ts'
import type { NoRoute, RouteRequest } from './Route.ts'

/** An estimate below this many base units may be zero in an exact computation. */
const uncertain = 1_000

/** Returns why there is no route: an amount is too small if a larger one has an output. */
export function explainNoRoute({
  graph,
  estimator,
  request: { tokenIn, tokenOut, amountIn },
  maximumHops,
}: {
  graph: PoolGraph
  estimator: Estimator
  request: Pick<RouteRequest, 'tokenIn' | 'tokenOut' | 'amountIn'>
  maximumHops: number
}): NoRoute {
  const gives = (amount: number) => {
    const [best] = findPaths({
      graph,
      estimator,
      states: estimator.start,
      tokenIn,
      tokenOut,
      amountIn: amount,
      maximumHops,
      width: 1,
      limit: 1,
    })
    return best?.amountOut ?? 0
  }
  const amount = Number(amountIn)
  const isEnough = gives(amount) >= uncertain
  const larger = !isEnough && [1e3, 1e6, 1e9, 1e12, 1e18].some((times) => gives(amount * times) > 0)
  return { reason: larger ? 'amount_too_small' : 'insufficient_liquidity' }
}
