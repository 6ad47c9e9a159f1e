import { allocateGreedily } from './allocateGreedily.ts'
import { balanceShares } from './balanceShares.ts'
import type { Share, States } from './createEstimator.ts'
import type { Path, PoolGraph } from './createPoolGraph.ts'
import { exchangeShares } from './exchangeShares.ts'
import { findPaths } from './findPaths.ts'
import { limitShares } from './limitShares.ts'
import type { RouteRequest } from './Route.ts'
import { reorderShares } from './reorderShares.ts'
import { type Setting, type Spread, toSpread, worthOf } from './Spread.ts'

/**
 * Paths are ranked by their output for these parts of the amount, because the best path for the whole is not the best for a
 * small part.
 */
const rankings = [
  { part: 1, limit: 10 },
  { part: 1 / 4, limit: 10 },
  { part: 1 / 20, limit: 14 },
  { part: 1 / 200, limit: 10 },
] as const
/** Parts of the amount for which more paths are searched after the first split. */
const probes = [1 / 200, 1 / 2000] as const
/** Up to this many shares, the search for the best fractions is fast. */
const largest = 12
/** Larger graphs are searched less widely, to limit the time. */
const largeGraph = 80

/**
 * Returns the splits of an amount with the highest estimated value: single paths, the best first, and the best split if there
 * is one.
 */
export function findSpreads({
  graph,
  tokenIn,
  tokenOut,
  maximumHops,
  maximumParts,
  ...setting
}: Setting &
  Pick<RouteRequest, 'tokenIn' | 'tokenOut'> & {
    graph: PoolGraph
    maximumHops: number
    maximumParts: number
  }): Spread[] {
  const { estimator, amountIn } = setting
  const width = graph.book.length > largeGraph ? 4 : 8
  const search = (amount: number, limit: number, states: States = estimator.start) =>
    findPaths({ graph, estimator, states, tokenIn, tokenOut, amountIn: amount, maximumHops, width, limit })

  const candidates = new Map<string, Path>()
  for (const { part, limit } of rankings) {
    for (const { path } of search(amountIn * part, limit)) {
      if (!candidates.has(path.key)) candidates.set(path.key, path)
    }
  }
  const paths = [...candidates.values()]
  const single = paths
    .flatMap((path) => toSpread([{ path, fraction: 1 }], setting) ?? [])
    .sort((one, other) => worthOf(other, setting) - worthOf(one, setting))
  if (maximumParts < 2 || paths.length < 2) return single

  const shares = allocateGreedily({ paths, amountIn, estimator, pieces: 40 })
  let spread = shares && toSpread(keepLargest(shares, Math.max(largest, maximumParts)), setting)
  if (!spread) return single

  // A path that was not ranked, or that takes less than a piece, may be the best after the others are used. Search again at the
  // states that they leave.
  for (const part of probes) {
    const states = estimator.start.slice()
    estimator.runShares({ shares: spread.shares, amountIn, states })
    const shares = [...spread.shares]
    for (const { path } of search(amountIn * part, 4, states)) {
      if (shares.some((share) => share.path.key === path.key)) continue
      shares.push({ path, fraction: 0 })
      if (!candidates.has(path.key)) paths.push(path)
      candidates.set(path.key, path)
    }
    spread = balanceShares({ ...setting, spread: { ...spread, shares }, sweeps: 1, width: 1 / 4, tolerance: 1e-6 })
  }

  const limited = limitShares({ ...setting, spread, maximumParts })
  if (!limited) return single
  const exchanged = exchangeShares({ ...setting, spread: limited, paths, maximumParts, rounds: 5 })
  const ordered = reorderShares({ ...setting, spread: exchanged, rounds: 3 })
  return [...single, balanceShares({ ...setting, spread: ordered, sweeps: 12, width: 1 / 8, tolerance: 1e-10 })]
}

/** Divides the amount of the smaller shares among the larger ones, in proportion. */
function keepLargest(shares: readonly Share[], count: number): readonly Share[] {
  if (shares.length <= count) return shares
  const kept = [...shares].sort((one, other) => other.fraction - one.fraction).slice(0, count)
  const total = kept.reduce((sum, share) => sum + share.fraction, 0)
  return kept.map(({ path, fraction }) => ({ path, fraction: fraction / total }))
}
