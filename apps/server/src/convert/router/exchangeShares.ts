import { balanceShares } from './balanceShares.ts'
import type { Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'
import { type Setting, type Spread, toSpread, worthOf } from './Spread.ts'

/** How many of the exchanges that look best are balanced before they are judged. */
const closer = 8
/** A smaller gain than this part of the whole is no reason to go on. */
const tolerance = 1e-7

/**
 * Tries every other path in the place of a share, or beside it, as long as that makes the whole worth more: taking shares
 * away one by one, as `limitShares` does, can end with a set that only a different path improves.
 *
 * @param rounds at most; each makes one exchange
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
