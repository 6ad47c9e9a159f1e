import type { Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'

/** How often the pieces may be halved if no path can take a whole one. */
const maximumHalvings = 14

/**
 * Divides an amount among paths in pieces. Each piece goes to the path with the largest output, given the effect of the
 * previous pieces. The price of a pool only gets worse, so this comes close to the best split; `balanceShares` does the rest.
 *
 * @param pieces number of pieces; 20 are 5 % each
 * @returns undefined if the paths together cannot take the amount
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

  // Counted in pieces and their halves, which floating-point numbers represent exactly.
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

/** Returns the output of a path. No path passes a pool twice, so each pool is probed in its current state. */
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
