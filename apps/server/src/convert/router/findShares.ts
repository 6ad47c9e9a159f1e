import { allocateGreedily } from './allocateGreedily.ts'
import type { Book, Path, PoolGraph } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { dropShares, worth } from './dropShares.ts'
import { findPaths } from './findPaths.ts'
import { polishShares, type Spread } from './polishShares.ts'
import type { GasCost } from './priceGas.ts'
import type { RouteRequest } from './Route.ts'
import { runPath, type Share, simulateParts } from './simulateParts.ts'

/** Paths are ranked by what they give for these parts of the amount: what is best for all of it is not best for a bit. */
const rankings: readonly { divisor: bigint; limit: number }[] = [
  { divisor: 1n, limit: 8 },
  { divisor: 4n, limit: 8 },
  { divisor: 20n, limit: 14 },
  { divisor: 200n, limit: 10 },
]
/** Larger graphs are searched less widely, to answer in time. */
const largeGraph = 80

/** How an amount is best spread over the pools, or undefined when they cannot take it or give nothing for it. */
export function findShares({
  graph,
  swapper,
  request,
  maximumHops,
  maximumParts,
  gasCost,
}: {
  graph: PoolGraph
  swapper: Swapper
  request: Pick<RouteRequest, 'tokenIn' | 'tokenOut' | 'amountIn'>
  maximumHops: number
  maximumParts: number
  gasCost: GasCost
}): Spread | undefined {
  const { tokenIn, tokenOut, amountIn } = request
  const { book } = graph
  const width = book.length > largeGraph ? 4 : 8
  const search = (amount: bigint, limit: number, states: Book = book) =>
    findPaths({ graph, book: states, swapper, tokenIn, tokenOut, amountIn: amount, maximumHops, width, limit })

  const candidates = new Map<string, Path>()
  for (const { divisor, limit } of rankings) {
    for (const { path } of search(amountIn / divisor, limit)) candidates.set(path.key, path)
  }

  const better = (one: Spread | undefined, other: Spread | undefined) => {
    if (!one || !other) return one ?? other
    return worth(other, gasCost) > worth(one, gasCost) ? other : one
  }

  let best: Spread | undefined
  for (const path of candidates.values()) {
    const shares = [{ path, amountIn }]
    const simulation = simulateParts({ shares, book, swapper })
    if (simulation) best = better(best, { shares, simulation })
  }
  if (maximumParts < 2 || candidates.size < 2) return best

  const shares = allocateGreedily({ paths: [...candidates.values()], amountIn, book, swapper, pieces: 24 })
  if (!shares) return best
  let spread = polishShares({ shares, book, swapper, turns: 12, firstStep: 64n })
  if (!spread) return best

  // A path that nobody ranked may be best once the others are used: ask again at the states that they leave behind.
  const probe = amountIn / 200n
  for (let round = 0; round < 2 && probe > 0n; round += 1) {
    const [found] = search(probe, 1, spread.simulation.book)
    if (!found || spread.shares.some((share) => share.path.key === found.path.key)) break
    const states = spread.simulation.book
    const least = spread.shares
      .map(({ path }) => runPath({ path, amountIn: probe, states, swapper })?.amountOut ?? 0n)
      .reduce((one, other) => (one < other ? one : other))
    if (found.amountOut <= least) break
    const wider: Share[] = [...spread.shares, { path: found.path, amountIn: 0n }]
    spread = polishShares({ shares: wider, book, swapper, turns: 8, firstStep: 64n }) ?? spread
  }

  const dropped = dropShares({ spread, book, swapper, gasCost, maximumParts, turns: 8 })
  if (!dropped) return best
  const ordered = [...dropped.shares].sort((one, other) => (one.amountIn > other.amountIn ? -1 : 1))
  return better(best, polishShares({ shares: ordered, book, swapper, turns: 40, firstStep: 256n }))
}
