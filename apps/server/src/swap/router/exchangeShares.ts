import { balanceShares } from './balanceShares.ts'
import type { Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'
import { type Setting, type Spread, toSpread, worthOf } from './Spread.ts'

/** Number of the best-looking exchanges that are balanced before they are compared. */
const closer = 8
/** A gain below this part of the whole ends the search. */
const tolerance = 1e-7

/**
 * Tries every other path instead of a share, or in addition to it, as long as the result improves. `limitShares` removes
 * shares one by one, and can end with a set that only a different path improves.
 *
 * @param rounds maximum number of exchanges
 */
export function exchangeShares({
  spread,
  paths,
  maximumParts,
  rounds,
  ...setting
}: Setting & { spread: Spread; paths: readonly Path[]; maximumParts: number; rounds: number }): Spread {
  const byWorth = (one: Spread, other: Spread) => worthOf(other, setting) - worthOf(one, setting)
  let best = spread
  for (let round = 0; round < rounds && !setting.estimator.isTired(); round += 1) {
    const present = worthOf(best, setting)
    const [next] = listExchanges({ shares: best.shares, paths, maximumParts })
      .flatMap((shares) => toSpread(shares, setting) ?? [])
      .sort(byWorth)
      .slice(0, closer)
      .map((look) => balanceShares({ ...setting, spread: look, sweeps: 1, width: 1 / 4, tolerance }))
      .sort(byWorth)
    if (!next || worthOf(next, setting) - present <= tolerance * Math.abs(present)) return best
    best = next
  }
  return best
}

function listExchanges({
  shares,
  paths,
  maximumParts,
}: {
  shares: readonly Share[]
  paths: readonly Path[]
  maximumParts: number
}): Share[][] {
  const present = new Set(shares.map(({ path }) => path.key))
  return paths
    .filter(({ key }) => !present.has(key))
    .flatMap((path) =>
      shares.flatMap((_, place) => {
        const instead = shares.map((share, index) => (index === place ? { path, fraction: share.fraction } : share))
        if (shares.length >= maximumParts) return [instead]
        const halved = shares.map((share, index) =>
          index === place ? { path: share.path, fraction: share.fraction / 2 } : share,
        )
        return [instead, [...halved, { path, fraction: (shares[place]?.fraction ?? 0) / 2 }]]
      }),
    )
}
