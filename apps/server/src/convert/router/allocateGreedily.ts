import type { Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'

/** How often the pieces may be halved when no path takes a whole one any more. */
const maximumHalvings = 14

/**
 * Shares an amount out over paths piece by piece: each piece goes where it gives most, given what the pieces before it have
 * done to the pools. As pools only ever get worse, this comes close to the best; `balanceShares` does the rest.
 *
 * @param pieces how many; 20 is 5 % each
 * @returns undefined when the paths together cannot take the amount
 */
export function allocateGreedily({
  paths,
  amountIn,
  estimator,
  pieces,
}: {
  paths: readonly Path[]
  amountIn: number
  estimator: Estimator
  pieces: number
}): Share[] | undefined {
  const states = estimator.start.slice()
  const lanes = paths.map((path) => ({
    path,
    taken: 0,
    gives: 0,
    isFresh: false,
    touches: new Set(path.edges.map((edge) => edge.index)),
  }))

  // Counted in pieces and halves of them, which numbers hold exactly.
  let size = 1
  let left = pieces
  for (let halvings = 0; left > 0; ) {
    const amount = (amountIn * size) / pieces
    let best: (typeof lanes)[number] | undefined
    for (const lane of lanes) {
      if (!lane.isFresh) {
        lane.gives = probePath({ path: lane.path, amountIn: amount, states, estimator })
        lane.isFresh = true
      }
      if (lane.gives > (best?.gives ?? 0)) best = lane
    }
    if (!best) {
      if (halvings === maximumHalvings) return undefined
      halvings += 1
      size /= 2
      for (const lane of lanes) lane.isFresh = false
      continue
    }
    estimator.run({ path: best.path, amountIn: amount, states })
    for (const { index } of best.path.edges) {
      for (const lane of lanes) if (lane.touches.has(index)) lane.isFresh = false
    }
    best.taken += size
    left -= size
  }
  return lanes.filter((lane) => lane.taken > 0).map(({ path, taken }) => ({ path, fraction: taken / pieces }))
}

/** What a path gives; no path passes a pool twice, so each is asked as it is. */
function probePath({
  path,
  amountIn,
  states,
  estimator,
}: {
  path: Path
  amountIn: number
  states: Float64Array
  estimator: Estimator
}): number {
  let amount = amountIn
  for (const edge of path.edges) {
    amount = estimator.probe({ edge, amountIn: amount, states })
    if (amount === 0) return 0
  }
  return amount
}
