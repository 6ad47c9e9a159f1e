import { allocateGreedily } from './allocateGreedily.ts'
import { balanceShares } from './balanceShares.ts'
import type { States } from './createEstimator.ts'
import type { Path, PoolGraph } from './createPoolGraph.ts'
import { exchangeShares } from './exchangeShares.ts'
import { findPaths } from './findPaths.ts'
import { limitShares, type Setting, worthOf } from './limitShares.ts'
import { polishShares, type Spread } from './polishShares.ts'
import type { RouteRequest } from './Route.ts'

/** Paths are ranked by what they give for these parts of the amount: what is best for all of it is not best for a bit. */
const rankings = [
  { part: 1, limit: 10 },
  { part: 1 / 4, limit: 10 },
  { part: 1 / 20, limit: 14 },
  { part: 1 / 200, limit: 10 },
] as const
/** Larger graphs are searched less widely, to answer in time. */
const largeGraph = 80
/** How many single paths are handed on: close to each other, only exact numbers tell which is best. */
const singles = 6

/**
 * The ways to share an amount out that are worth most, by estimate and in no order: the best single paths, and the best
 * split when there is one.
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
    .flatMap((path): Spread[] => {
      const shares = [{ path, fraction: 1 }]
      const estimate = estimator.simulate({ shares, amountIn })
      return estimate ? [{ shares, estimate }] : []
    })
    .sort((one, other) => worthOf(other, setting) - worthOf(one, setting))
    .slice(0, singles)
  if (maximumParts < 2 || paths.length < 2) return single

  const shares = allocateGreedily({ paths, amountIn, estimator, pieces: 40 })
  const estimate = shares && estimator.simulate({ shares, amountIn })
  if (!estimate) return single
  let spread = polishShares({ ...setting, spread: { shares, estimate }, turns: 20, firstStep: 1 / 40 })

  // A path that nobody ranked may be best once the others are used: ask again at the states that they leave behind.
  for (let round = 0; round < 3; round += 1) {
    const [found] = search(amountIn / 200, 1, spread.estimate.states)
    if (!found || candidates.has(found.path.key)) break
    candidates.set(found.path.key, found.path)
    paths.push(found.path)
    const wider = { ...spread, shares: [...spread.shares, { path: found.path, fraction: 0 }] }
    spread = polishShares({ ...setting, spread: wider, turns: 10, firstStep: 1 / 40 })
  }

  const rough = balanceShares({ ...setting, spread, sweeps: 1, tries: 7, width: 1 / 2, tolerance: 1e-6 })
  const limited = limitShares({ ...setting, spread: rough, maximumParts })
  if (!limited) return single
  const exchanged = exchangeShares({ ...setting, spread: limited, paths, maximumParts, rounds: 5 })
  return [
    ...single,
    balanceShares({ ...setting, spread: exchanged, sweeps: 8, tries: 10, width: 1 / 2, tolerance: 1e-9 }),
  ]
}
