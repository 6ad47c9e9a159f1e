import { createEstimator } from './createEstimator.ts'
import { createPoolGraph, type Path, type PoolGraph } from './createPoolGraph.ts'
import { explainNoRoute } from './explainNoRoute.ts'
import { findSpreads } from './findSpreads.ts'
import { findTaxedPart } from './findTaxedPart.ts'
import { measureRoute } from './measureRoute.ts'
import { priceGas } from './priceGas.ts'
import type { Hop, NoRoute, Route, RouteRequest } from './Route.ts'
import type { RoutingSource } from './RoutingSource.ts'
import { settleBest } from './settleBest.ts'

/**
 * Finds a route for an exact amount that has the largest output after gas. It uses paths of several pools, and splits the
 * amount if that increases the output. The same request always has the same route. The function is synchronous and reads
 * nothing. `amountOut` is exactly the result on the chain at these states.
 *
 * @param sources one for each kind of pool; pools of other kinds are skipped
 * @returns the route, or the reason if there is none. Never throws for any amount or pool.
 * @example
 * const found = findRoute({
 *   request: { pools, tokenIn, tokenOut, amountIn, gasPrice, wrappedNative, transferFees },
 *   sources,
 * })
 * if ('reason' in found) throw refuse(found.reason)
 */
export function findRoute({
  request,
  sources,
}: {
  request: RouteRequest
  sources: readonly RoutingSource[]
}): Route | NoRoute {
  const { tokenIn, tokenOut, amountIn, transferFees, avoid, maximumHops = 3 } = request
  if (tokenIn === tokenOut) return { reason: 'insufficient_liquidity' }
  if (amountIn <= 0n) return { reason: 'amount_too_small' }

  const kinds = new Set<string>(sources.map((source) => source.kind))
  const pools = [...request.pools].filter((pool) => kinds.has(pool.kind))
  const graph = createPoolGraph({ pools, tokenIn, tokenOut, avoid })
  const estimator = createEstimator({ book: graph.book, sources })
  const gasValue = priceGas({ ...request, graph, estimator, maximumHops })

  if (transferFees.from > 0 || transferFees.to > 0) {
    const pairs = pools.filter((pool) => pool.kind === 'uniswap-v2')
    return findTaxedRoute({
      request,
      sources,
      gasValue,
      graph: createPoolGraph({ pools: pairs, tokenIn, tokenOut, avoid }),
    })
  }

  const { maximumParts = 8 } = request
  const setting = { estimator, amountIn: Number(amountIn), gasValue }
  const spreads = findSpreads({ ...setting, graph, tokenIn, tokenOut, maximumHops, maximumParts })
  const best = settleBest({ ...setting, spreads, amount: amountIn, maximumParts, book: graph.book, sources })
  if (!best) return explainNoRoute({ graph, estimator, request, maximumHops })
  return {
    parts: best.parts.map(({ path, ...amounts }) => ({ hops: toHops(path, graph), ...amounts })),
    amountIn,
    amountOut: best.amountOut,
    gas: best.gas,
    ...measureRoute({ parts: best.parts, book: graph.book, sources }),
  }
}

function findTaxedRoute({
  request,
  sources,
  graph,
  gasValue,
}: {
  request: RouteRequest
  sources: readonly RoutingSource[]
  graph: PoolGraph
  gasValue: number
}): Route | NoRoute {
  const { amountIn, transferFees, maximumHops = 3 } = request
  const estimator = createEstimator({ book: graph.book, sources })
  const found = findTaxedPart({ graph, estimator, sources, request, transferFees, maximumHops, gasValue })
  if (!found) return explainNoRoute({ graph, estimator, request, maximumHops })
  const { part, amountOut, gas } = found
  return {
    parts: [{ hops: toHops(part.path, graph), amountIn, amountOut }],
    amountIn,
    amountOut,
    gas,
    ...measureRoute({ parts: [part], book: graph.book, sources }),
  }
}

function toHops({ edges }: Path, { book }: PoolGraph): Hop[] {
  return edges.flatMap(({ index, tokenIn, tokenOut }) => {
    const pool = book[index]
    return pool ? [{ pool, tokenIn, tokenOut }] : []
  })
}
