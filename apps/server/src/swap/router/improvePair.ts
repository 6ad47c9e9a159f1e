import type { Estimator, Share, States } from './createEstimator.ts'

/** Two shares that exchange fractions, and the state before them. */
export type Pair = {
  shares: readonly Share[]
  /** Modified in place. `one` comes before `other`. */
  one: Share
  other: Share
  /** Index of the first share. The shares before it have already run. */
  from: number
  before: States
  beforeOut: number
  /** Buffer for simulations. */
  scratch: States
  estimator: Estimator
  amountIn: number
}

/** A fraction for the first share, and the total output with it. */
type Point = { at: number; value: number }

/** Maximum number of times that a step doubles. */
const doublings = 5

/** Number of smaller steps near an end. */
const looks = 4

/**
 * Finds the best division of an amount between two shares, and applies it. It takes steps of doubling length until the output
 * falls, then twice uses the parabola through the last three points. (It has no inner functions, because it runs thousands of
 * times for a quote.)
 *
 * @param present current total output
 * @param step as part of the amount of both
 * @returns the total output afterwards, never less, and whether the steps were too short
 */
export function improvePair({ pair, present, step }: { pair: Pair; present: number; step: number }): {
  value: number
  hasWandered: boolean
} {
  const end = pair.one.fraction + pair.other.fraction
  const length = step * end
  const start: Point = { at: pair.one.fraction, value: present }
  let middle = start
  let low = middle.at > 0 ? tryAt(pair, end, middle.at - length) : middle
  let high = middle.at < end ? tryAt(pair, end, middle.at + length) : middle
  let hasWandered = false
  const direction = low.value > middle.value && low.value >= high.value ? -1 : high.value > middle.value ? 1 : 0
  for (let doubling = 1; direction !== 0 && doubling <= doublings; doubling += 1) {
    const ahead = direction < 0 ? low : high
    if (ahead.at === (direction < 0 ? 0 : end)) break
    const point = tryAt(pair, end, ahead.at + direction * length * 2 ** doubling)
    if (direction < 0) {
      high = middle
      middle = low
      low = point
    } else {
      low = middle
      middle = high
      high = point
    }
    if (point.value <= middle.value) break
    hasWandered = true
  }
  // At an end, the best value can be anywhere before the first step: a small pool takes a small part.
  for (let look = 0; look < looks && direction === 0 && (low === middle || high === middle); look += 1) {
    const isLow = low === middle
    const point = tryAt(pair, end, isLow ? (low.at * 5 + high.at) / 6 : (low.at + high.at * 5) / 6)
    if (point.value > middle.value) middle = point
    else if (isLow) high = point
    else low = point
  }
  let best = low.value > middle.value ? low : middle
  if (high.value > best.value) best = high
  for (let turn = 0; turn < 2; turn += 1) {
    const vertex = vertexOf(low, middle, high)
    if (vertex === undefined || vertex <= low.at || vertex >= high.at || vertex === middle.at) break
    const point = tryAt(pair, end, vertex)
    if (point.value > best.value) best = point
    const left = point.at < middle.at ? point : middle
    const right = point.at < middle.at ? middle : point
    if (left.value >= right.value) {
      middle = left
      high = right
    } else {
      low = left
      middle = right
    }
  }
  pair.one.fraction = best.at
  pair.other.fraction = end - best.at
  return { value: best.value, hasWandered }
}

function tryAt(pair: Pair, end: number, wanted: number): Point {
  const at = wanted < 0 ? 0 : wanted > end ? end : wanted
  pair.one.fraction = at
  pair.other.fraction = end - at
  pair.scratch.set(pair.before)
  const { shares, amountIn, scratch: states, from } = pair
  const gives = pair.estimator.runShares({ shares, amountIn, states, from })
  return { at, value: gives > 0 ? pair.beforeOut + gives : Number.NEGATIVE_INFINITY }
}

/** Returns the maximum of the parabola through three points. */
function vertexOf(one: Point, two: Point, three: Point): number | undefined {
  const first = (two.value - one.value) / (two.at - one.at)
  const second = (three.value - two.value) / (three.at - two.at)
  const bend = (second - first) / (three.at - one.at)
  if (!Number.isFinite(bend) || bend >= 0) return undefined
  return (one.at + two.at) / 2 - first / (2 * bend)
}
