import { createPoolGraph, type Path, type PoolGraph } from './createPoolGraph.ts'
import { createSwapper, type Swapper } from './createSwapper.ts'
import { findPaths } from './findPaths.ts'
import { findShares } from './findShares.ts'
import { findTaxedShare } from './findTaxedShare.ts'
import { measureRoute } from './measureRoute.ts'
import { priceGas } from './priceGas.ts'
import type { Hop, NoRoute, Route, RouteRequest } from './Route.ts'
import type { RoutingSource } from './RoutingSource.ts'

/**
 * Finds how to swap an exact amount for as much as possible of another token, gas taken off: over paths of several pools,
 * split over several paths where that gives more. The same request always gives the same route; nothing is read, nothing
 * waits. `amountOut` is to the last base unit what the chain gives at these states.
 *
 * @param sources one for each kind of pool; pools of other kinds are passed over
 * @returns the route, or why there is none. Never throws for an amount or a pool, however odd.
 * @example
 * const found = findRoute({ request: { pools, tokenIn, tokenOut, amountIn, gasPrice, wrappedNative, transferFees }, sources })
 * if ('reason' in found) throw refuse(found.reason)
 */
export function findRoute({
  request,
  sources,
}: {
  request: RouteRequest
  sources: readonly RoutingSource[]
}): Route | NoRoute {
  const { tokenIn, tokenOut, amountIn, transferFees, avoid, maximumHops = 3, maximumParts = 4 } = request
  if (tokenIn === tokenOut) return { reason: 'insufficient_liquidity' }
  if (amountIn <= 0n) return { reason: 'amount_too_small' }

  const swapper = createSwapper({ sources })
  const kinds = new Set(sources.map((source) => source.kind))
  const pools = [...request.pools].filter((pool) => kinds.has(pool.kind))
  const taxed = transferFees.from > 0 || transferFees.to > 0
  const wholeGraph = createPoolGraph({ pools, tokenIn, tokenOut, avoid })
  const gasCost = priceGas({ ...request, graph: wholeGraph, swapper, maximumHops })

  if (taxed) {
    const graph = createPoolGraph({ pools: pools.filter(isConstantProduct), tokenIn, tokenOut, avoid })
    const found = findTaxedShare({ graph, swapper, request, transferFees, maximumHops, gasCost })
    if (!found) return noRoute({ graph, swapper, request, maximumHops })
    const { share, sent, amountOut, gas } = found
    const measures = measureRoute({ shares: [share], amountOut: sent, book: graph.book, swapper })
    return { parts: [{ hops: toHops(share.path, graph), amountIn, amountOut }], amountIn, amountOut, gas, ...measures }
  }

  const graph = wholeGraph
  const spread = findShares({ graph, swapper, request, maximumHops, maximumParts, gasCost })
  if (!spread) return noRoute({ graph, swapper, request, maximumHops })
  const { shares, simulation } = spread
  return {
    parts: shares.map((share, index) => ({
      hops: toHops(share.path, graph),
      amountIn: share.amountIn,
      amountOut: simulation.amountsOut[index] ?? 0n,
    })),
    amountIn,
    amountOut: simulation.amountOut,
    gas: simulation.gas,
    ...measureRoute({ shares, amountOut: simulation.amountOut, book: graph.book, swapper }),
  }
}

const isConstantProduct = (pool: { kind: string }) => pool.kind === 'uniswap-v2'

function toHops({ edges }: Path, { book }: PoolGraph): Hop[] {
  return edges.flatMap(({ index, tokenIn, tokenOut }) => {
    const pool = book[index]
    return pool ? [{ pool, tokenIn, tokenOut }] : []
  })
}

/** Too small is what a larger amount would not be: when that gives something, there are pools for it. */
function noRoute({
  graph,
  swapper,
  request,
  maximumHops,
}: {
  graph: PoolGraph
  swapper: Swapper
  request: RouteRequest
  maximumHops: number
}): NoRoute {
  const { tokenIn, tokenOut, amountIn } = request
  const wouldGive = (amount: bigint) =>
    findPaths({
      graph,
      book: graph.book,
      swapper,
      tokenIn,
      tokenOut,
      amountIn: amount,
      maximumHops,
      width: 1,
      limit: 1,
    }).length > 0
  const larger = [3n, 6n, 9n, 12n, 18n].some((power) => wouldGive(amountIn * 10n ** power))
  return { reason: larger ? 'amount_too_small' : 'insufficient_liquidity' }
}
