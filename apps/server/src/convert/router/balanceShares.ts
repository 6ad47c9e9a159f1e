import type { Estimator } from './createEstimator.ts'
import type { Spread } from './polishShares.ts'

/** 1 minus the golden ratio's inverse. */
const golden = (3 - Math.sqrt(5)) / 2
/** Closer to an end than this part of the room, the end itself is tried. */
const nearEnd = 0.02

/**
 * Finds the best fractions for given paths: for every two of them in turn, how much of what both carry goes along the first,
 * by golden section and a last parabola. Every try is a simulation of the whole, for paths that share pools change what the
 * others get. What it returns is never worse than what came in.
 *
 * @param sweeps through all pairs, at most
 * @param tries simulations for a pair
 * @param width how far to look around the present fractions at first, as part of what a pair carries: 1 is everywhere
 * @param tolerance stop when a sweep gains less than this part of the whole
 */
export function balanceShares({
  spread,
  estimator,
  amountIn,
  sweeps,
  tries,
  width: firstWidth,
  tolerance,
}: {
  spread: Spread
  estimator: Estimator
  amountIn: number
  sweeps: number
  tries: number
  width: number
  tolerance: number
}): Spread {
  const count = spread.shares.length
  if (count < 2) return spread
  const paths = spread.shares.map(({ path }) => path)
  const fractions = spread.shares.map(({ fraction }) => fraction)
  let best = spread.estimate.amountOut
  let width = firstWidth

  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const before = best
    let isAtEdge = false
    for (let one = 0; one < count - 1; one += 1) {
      for (let other = one + 1; other < count; other += 1) {
        const present = fractions[one] ?? 0
        const both = present + (fractions[other] ?? 0)
        if (both <= 0) continue
        const gives = (fraction: number) => {
          fractions[one] = fraction
          fractions[other] = both - fraction
          return estimator.total({ paths, fractions, amountIn })
        }
        const found = findMaximum({
          gives,
          present: { at: present, value: best },
          low: Math.max(0, present - width * both),
          high: Math.min(both, present + width * both),
          room: both,
          tries,
        })
        if (found.isAtEdge) isAtEdge = true
        fractions[one] = found.at
        fractions[other] = both - found.at
        best = found.value
      }
    }
    if (best - before <= tolerance * best && !isAtEdge) break
    if (!isAtEdge) width /= 4
  }
  if (best <= spread.estimate.amountOut) return spread
  const shares = paths
    .map((path, index) => ({ path, fraction: fractions[index] ?? 0 }))
    .filter((share) => share.fraction > 0)
  const estimate = estimator.simulate({ shares, amountIn })
  return estimate ? { shares, estimate } : spread
}

type Point = { at: number; value: number }

/** The maximum of a function that rises and then falls, or the present point when none is better. */
function findMaximum({
  gives,
  present,
  low,
  high,
  room,
  tries,
}: {
  gives: (at: number) => number
  present: Point
  low: number
  high: number
  room: number
  tries: number
}): Point & { isAtEdge: boolean } {
  let from = low
  let to = high
  let best = present
  const tryAt = (at: number): Point => {
    const point = { at, value: gives(at) }
    if (point.value > best.value) best = point
    return point
  }
  let left = tryAt(from + golden * (to - from))
  let right = tryAt(to - golden * (to - from))
  for (let turn = 2; turn < tries; turn += 1) {
    if (left.value >= right.value) {
      to = right.at
      right = left
      left = tryAt(from + golden * (to - from))
    } else {
      from = left.at
      left = right
      right = tryAt(to - golden * (to - from))
    }
  }
  const middle = tryAt((left.at + right.at) / 2)
  const vertex = vertexOf(left, middle, right)
  if (vertex !== undefined && vertex > low && vertex < high) tryAt(vertex)
  // A path may be best left alone, or left out.
  if (low === 0 && best.at < nearEnd * room) tryAt(0)
  if (high === room && best.at > (1 - nearEnd) * room) tryAt(room)
  const margin = (high - low) * nearEnd
  const isAtEdge = (low > 0 && best.at < low + margin) || (high < room && best.at > high - margin)
  return { ...best, isAtEdge: isAtEdge && best !== present }
}

/** Where the parabola through three points is highest. */
function vertexOf(one: Point, two: Point, three: Point): number | undefined {
  const first = (two.value - one.value) / (two.at - one.at)
  const second = (three.value - two.value) / (three.at - two.at)
  const bend = (second - first) / (three.at - one.at)
  if (!Number.isFinite(bend) || bend >= 0) return undefined
  return (one.at + two.at) / 2 - first / (2 * bend)
}
