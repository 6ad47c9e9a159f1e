import type { Estimate, Estimator, Share } from './createEstimator.ts'

/** Shares and what they give. */
export type Spread = { shares: readonly Share[]; estimate: Estimate }

type Setting = { estimator: Estimator; amountIn: number }

/** Steps below this part of the whole change nothing that numbers could tell. */
const smallestStep = 1e-10

/**
 * Moves fractions between shares until none gives more elsewhere. Each turn takes from the share whose last bit gives least
 * and adds to the one that would give most for it; how much, a parabola through three simulations tells. The steps shrink
 * when they no longer help. What it returns is never worse than what came in.
 *
 * @param turns at most
 * @param firstStep fraction of the whole that the first move tries
 */
export function polishShares({
  spread,
  turns,
  firstStep,
  ...setting
}: Setting & { spread: Spread; turns: number; firstStep: number }): Spread {
  let best = spread
  let step = firstStep
  if (best.shares.length < 2) return best
  for (let turn = 0; turn < turns && step > smallestStep; turn += 1) {
    const pair = choosePair({ ...setting, spread: best, probe: step / 8 })
    if (!pair) {
      step /= 8
      continue
    }
    const { moved, spread: next } = moveBetween({ ...setting, ...pair, best, step })
    best = next
    if (moved < step / 2) step = moved > step / 16 ? moved : step / 8
    else if (moved > step * 2) step = moved
  }
  return best.shares.every((share) => share.fraction > 0)
    ? best
    : { shares: best.shares.filter((share) => share.fraction > 0), estimate: best.estimate }
}

/** From which share to which a bit should move, by what it gives at the states that all of them leave behind. */
function choosePair({
  spread: { shares, estimate },
  probe,
  estimator,
  amountIn,
}: Setting & { spread: Spread; probe: number }): { from: number; to: number } | undefined {
  let from = -1
  let to = -1
  let least = 0
  let most = 0
  for (const [index, { path, fraction }] of shares.entries()) {
    const run = estimator.run({ path, amountIn: probe * amountIn, states: estimate.states })
    const gives = run?.amountOut ?? -1
    if (to < 0 || gives > most) {
      to = index
      most = gives
    }
    if (fraction > 0 && (from < 0 || gives < least)) {
      from = index
      least = gives
    }
  }
  return from === to || most <= least ? undefined : { from, to }
}

function moveBetween({
  from,
  to,
  best,
  step,
  estimator,
  amountIn,
}: Setting & { from: number; to: number; best: Spread; step: number }): { moved: number; spread: Spread } {
  const available = best.shares[from]?.fraction ?? 0
  const start = best.estimate.amountOut
  let moved = 0
  let spread = best
  /** How much more moving this much gives; the best that was tried is kept. */
  const gain = (fraction: number): number => {
    const shares = best.shares.map((share, index) => {
      if (index === from) return { path: share.path, fraction: share.fraction - fraction }
      return index === to ? { path: share.path, fraction: share.fraction + fraction } : share
    })
    const estimate = estimator.simulate({ shares, amountIn })
    if (!estimate) return Number.NEGATIVE_INFINITY
    if (estimate.amountOut > spread.estimate.amountOut) {
      moved = fraction
      spread = { shares, estimate }
    }
    return estimate.amountOut - start
  }

  const whole = Math.min(step, available)
  const half = whole / 2
  const atHalf = gain(half)
  const atWhole = gain(whole)
  const bend = 4 * atHalf - 2 * atWhole
  if (Number.isFinite(bend) && bend > 0) {
    // Vertex of the parabola through (0, 0), (half, atHalf) and (whole, atWhole).
    const times = (4 * atHalf - atWhole) / (2 * bend)
    const wanted = Math.min(available, whole * Math.min(times, 8))
    if (wanted > 0) gain(wanted)
  } else if (atWhole > 0 && whole < available) gain(Math.min(available, whole * 4))
  return { moved, spread }
}
