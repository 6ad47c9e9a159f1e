import type { Estimator } from './createEstimator.ts'
import { improvePair } from './improvePair.ts'
import type { Spread } from './Spread.ts'

/** A step below this part of a pair's total is a close one. */
const closest = 1 / 250

/**
 * Finds the best fractions for given paths. For each pair of paths in turn, it finds how much of their common amount goes
 * along the first one. Each attempt simulates all parts from there on, because paths that share pools change the output of
 * the others. The result is never worse than the input.
 *
 * @param sweeps maximum number of passes over all pairs
 * @param width first step away from the present fractions, as part of a pair's total; each sweep uses smaller steps
 * @param tolerance stop if a close step gains less than this part of the whole
 */
export function balanceShares({
  spread,
  estimator,
  amountIn,
  sweeps,
  width: firstWidth,
  tolerance,
}: {
  spread: Spread
  estimator: Estimator
  amountIn: number
  sweeps: number
  width: number
  tolerance: number
}): Spread {
  if (spread.shares.length < 2) return spread
  const shares = spread.shares.map(({ path, fraction }) => ({ path, fraction }))
  const before = estimator.start.slice()
  const scratch = estimator.start.slice()
  let best = spread.amountOut
  let width = firstWidth
  const found = (): Spread =>
    best > spread.amountOut ? { shares: shares.filter((share) => share.fraction > 0), amountOut: best } : spread

  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const atFirst = best
    let hasWandered = false
    before.set(estimator.start)
    let beforeOut = 0
    for (const [from, one] of shares.entries()) {
      for (const other of shares.slice(from + 1)) {
        if (one.fraction + other.fraction <= 0) continue
        if (estimator.isTired()) return found()
        const pair = { shares, one, other, from, before, beforeOut, scratch, estimator, amountIn }
        const climbed = improvePair({ pair, present: best, step: width })
        best = climbed.value
        hasWandered ||= climbed.hasWandered
      }
      beforeOut += estimator.runShares({ shares, amountIn, states: before, from, to: from + 1 })
    }
    if (hasWandered) continue
    if (best - atFirst <= tolerance * best && width < closest) break
    width /= 4
  }
  return found()
}
