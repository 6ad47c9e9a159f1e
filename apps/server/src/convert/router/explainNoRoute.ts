import type { Estimator } from './createEstimator.ts'
import type { PoolGraph } from './createPoolGraph.ts'
import { findPaths } from './findPaths.ts'
import type { NoRoute, RouteRequest } from './Route.ts'

/** Why there is none: an amount is too small when a larger one gives something. */
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
  const givesSomething = (amount: number) =>
    findPaths({
      graph,
      estimator,
      states: estimator.start,
      tokenIn,
      tokenOut,
      amountIn: amount,
      maximumHops,
      width: 1,
      limit: 1,
    }).length > 0
  const larger = [1e3, 1e6, 1e9, 1e12, 1e18].some((times) => givesSomething(Number(amountIn) * times))
  return { reason: larger ? 'amount_too_small' : 'insufficient_liquidity' }
}
