import type { Estimator, Share, States } from './createEstimator.ts'

/** Two shares that pass fractions to each other, and what stands before them. */
export type Pair = {
  shares: readonly Share[]
  /** These two are changed in place. The first comes before the second. */
  one: Share
  other: Share
  /** Where the first stands: those before it have been run already. */
  from: number
  before: States
  beforeOut: number
  /** Room to run the rest in. */
  scratch: States
  estimator: Estimator
  amountIn: number
}

/** A fraction for the first of the two, and what the whole gives then. */
type Point = { at: number; value: number }

/** How many times a step doubles. */
const doublings = 5

/** How often it looks closer to an end. */
const looks = 4

/**
 * Finds how two shares should divide what they carry, and divides it so: steps of doubling length until it falls, then the
 * parabola through the last three points, twice. (Without inner functions: it runs thousands of times for a quote.)
 *
 * @param present what the whole gives now
 * @param step part of what both carry
 * @returns what the whole gives afterwards, never less, and whether the steps were too short
 */
export function climbPair({ pair, present, step }: { pair: Pair; present: number; step: number }): {
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
  // At an end the best may lie anywhere between it and the first step: a small pool takes a small part.
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

/** Where the parabola through three points is highest. */
function vertexOf(one: Point, two: Point, three: Point): number | undefined {
  const first = (two.value - one.value) / (two.at - one.at)
  const second = (three.value - two.value) / (three.at - two.at)
  const bend = (second - first) / (three.at - one.at)
  if (!Number.isFinite(bend) || bend >= 0) return undefined
  return (one.at + two.at) / 2 - first / (2 * bend)
}
