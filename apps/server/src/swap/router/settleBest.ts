import type { Share } from './createEstimator.ts'
import type { Book, Path } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'
import { type Setting, type Spread, toSpread, worthOf } from './Spread.ts'
import { type Settlement, settleShares } from './settleShares.ts'

/** Splits in twentieths are tried in addition. If many splits are nearly equal, only the rounding of base units decides. */
const twentieths = 20
/** Number of single paths that are tried. If they are close, only the exact computation finds the best. */
const singles = 6
/** Below this many base units, rounding outweighs the precision of the search, and every split of two paths is tried. */
const coarse = 2n ** 22n
/** Number of paths for those splits. */
const coarsePaths = 4

/**
 * A spread is not computed exactly if its estimate is behind the best by more than this part of the whole, these base units
 * and these units of gas.
 */
const behind = { part: 1e-6, units: 1_000, gas: 300_000 } as const

/**
 * Computes the best estimates exactly, and chooses by the exact result. Estimates do not round, and cannot distinguish close
 * results.
 *
 * @param spreads single paths first, the best first
 * @returns undefined if none can be executed
 */
export function settleBest({
  spreads,
  amount,
  maximumParts,
  book,
  sources,
  ...setting
}: Setting & {
  spreads: readonly Spread[]
  amount: bigint
  maximumParts: number
  book: Book
  sources: readonly RoutingSource[]
}): Settlement | undefined {
  const { gasValue, amountIn } = setting
  const worth = ({ amountOut, gas }: Settlement) => amountOut - BigInt(Math.ceil(gas * gasValue))
  let best: { settled: Settlement; estimate: number } | undefined
  const tries = listTries({ spreads, amount, maximumParts })
    .flatMap((shares) => toSpread(shares, setting) ?? [])
    .map((spread) => ({ shares: spread.shares, estimate: worthOf(spread, setting) }))
    .sort((one, other) => other.estimate - one.estimate)
  for (const { shares, estimate } of tries) {
    if (best) {
      const margin = Math.abs(best.estimate) * (behind.part + 4 / amountIn) + behind.units + behind.gas * gasValue
      if (estimate < best.estimate - margin) break
    }
    const settled = settleShares({ shares, amountIn: amount, book, sources })
    if (settled && (!best || worth(settled) > worth(best.settled))) {
      best = { settled, estimate: Math.max(estimate, best?.estimate ?? estimate) }
    }
  }
  return best?.settled
}

function listTries({
  spreads,
  amount,
  maximumParts,
}: {
  spreads: readonly Spread[]
  amount: bigint
  maximumParts: number
}): Share[][] {
  const single = spreads.flatMap(({ shares }) => (shares.length === 1 ? shares : []))
  const splits = spreads.map(({ shares }) => [...shares]).filter((shares) => shares.length > 1)
  const tries = [...single.slice(0, singles).map((share) => [share]), ...splits, ...splits.map(roundShares)]
  if (amount >= coarse || maximumParts < 2) return tries
  const paths = single.slice(0, coarsePaths).map(({ path }) => path)
  return [...tries, ...paths.flatMap((one, place) => paths.slice(place + 1).flatMap((other) => splitInTwo(one, other)))]
}

/** Rounds shares to twentieths. The remainder goes to the shares that lost most. */
function roundShares(shares: readonly Share[]): Share[] {
  const rounded = shares.map(({ path, fraction }) => {
    const exact = fraction * twentieths
    return { path, count: Math.floor(exact), lost: exact - Math.floor(exact) }
  })
  const left = twentieths - rounded.reduce((sum, { count }) => sum + count, 0)
  const most = new Set([...rounded].sort((one, other) => other.lost - one.lost).slice(0, Math.max(0, left)))
  return rounded
    .map((share) => ({ path: share.path, fraction: (share.count + (most.has(share) ? 1 : 0)) / twentieths }))
    .filter(({ fraction }) => fraction > 0)
}

function splitInTwo(one: Path, other: Path): Share[][] {
  return Array.from({ length: twentieths - 1 }, (_, index) => {
    const fraction = (index + 1) / twentieths
    return [
      { path: one, fraction },
      { path: other, fraction: 1 - fraction },
    ]
  })
}
