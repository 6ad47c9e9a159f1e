import type { Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'
import type { Spread } from './Spread.ts'

/** Splits in twentieths are tried beside: at the top of a flat hill, only the rounding of whole units decides. */
const twentieths = 20
/** So many single paths are tried: close to each other, only exact numbers tell which is best. */
const singles = 6
/** For less than so many base units rounding outweighs what the search can tell, and every split of two paths is tried. */
const coarse = 2n ** 22n
/** Of so many paths. */
const coarsePaths = 4

/**
 * What is worth being counted exactly, given single paths and splits that estimates found to be best.
 *
 * @param spreads single paths first, the best first
 */
export function listExactTries({
  spreads,
  amountIn,
  maximumParts,
}: {
  spreads: readonly Spread[]
  amountIn: bigint
  maximumParts: number
}): Share[][] {
  const single = spreads.flatMap(({ shares }) => (shares.length === 1 ? shares : []))
  const splits = spreads.map(({ shares }) => [...shares]).filter((shares) => shares.length > 1)
  const tries = [...single.slice(0, singles).map((share) => [share]), ...splits, ...splits.map(roundShares)]
  if (amountIn >= coarse || maximumParts < 2) return tries
  const paths = single.slice(0, coarsePaths).map(({ path }) => path)
  return [...tries, ...paths.flatMap((one, place) => paths.slice(place + 1).flatMap((other) => splitInTwo(one, other)))]
}

/** To whole twentieths; what is left over goes to those that lost most. */
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
