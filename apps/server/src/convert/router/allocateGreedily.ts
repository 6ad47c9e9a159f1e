import type { EstimatedRun, Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'

/** How often the pieces may be halved when no path takes a whole one any more. */
const maximumHalvings = 14

/**
 * Shares an amount out over paths piece by piece: each piece goes where it gives most, given what the pieces before it have
 * done to the pools. As pools only ever get worse, this comes close to the best; `polishShares` does the rest.
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
    run: undefined as EstimatedRun | undefined,
    isFresh: false,
    touches: new Set(path.edges.map((edge) => edge.index)),
  }))

  // Counted in whole pieces and halves of them, which numbers hold exactly.
  let size = 1
  let left = pieces
  for (let halvings = 0; left > 0; ) {
    const piece = Math.min(size, left)
    let best: (typeof lanes)[number] | undefined
    for (const lane of lanes) {
      if (!lane.isFresh) {
        lane.run = estimator.run({ path: lane.path, amountIn: (amountIn * piece) / pieces, states })
        lane.isFresh = true
      }
      if (lane.run && lane.run.amountOut > (best?.run?.amountOut ?? 0)) best = lane
    }
    if (!best?.run) {
      if (halvings === maximumHalvings) return undefined
      halvings += 1
      size /= 2
      for (const lane of lanes) lane.isFresh = false
      continue
    }
    for (const [place, edge] of best.path.edges.entries()) {
      states[edge.index] = best.run.after[place]
      for (const lane of lanes) if (lane.touches.has(edge.index)) lane.isFresh = false
    }
    best.taken += piece
    left -= piece
  }
  return lanes.filter((lane) => lane.taken > 0).map(({ path, taken }) => ({ path, fraction: taken / pieces }))
}
