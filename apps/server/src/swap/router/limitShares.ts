import { balanceShares } from './balanceShares.ts'
import type { Share } from './createEstimator.ts'
import { type Setting, type Spread, toSpread, worthOf } from './Spread.ts'

/** Above this many shares, the share to remove is chosen without balancing the rest again. */
const many = 10

/**
 * Removes shares while there are too many, and shares that gain less than their gas costs. The others get the amount of a
 * removed share.
 */
export function limitShares({
  spread,
  maximumParts,
  ...setting
}: Setting & { spread: Spread; maximumParts: number }): Spread | undefined {
  let current = spread
  while (current.shares.length > 1) {
    const isTooMany = current.shares.length > maximumParts
    if (!isTooMany && setting.gasValue === 0) return current
    const without = leaveOneOut({ ...setting, spread: current })
    if (!without) return isTooMany ? undefined : current
    if (!isTooMany && worthOf(without, setting) < worthOf(current, setting)) return current
    current = without
  }
  return current
}

/** Returns the best result of removing one share. The best-looking ones are balanced before they are compared. */
function leaveOneOut({ spread, ...setting }: Setting & { spread: Spread }): Spread | undefined {
  const byWorth = (one: Spread, other: Spread) => worthOf(other, setting) - worthOf(one, setting)
  const looks = spread.shares
    .flatMap((_, index) => toSpread(shareOut(spread.shares, index), setting) ?? [])
    .sort(byWorth)
  if (spread.shares.length > many) return looks[0]
  return looks
    .slice(0, 3)
    .map((look) => balanceShares({ ...setting, spread: look, sweeps: 1, width: 1 / 4, tolerance: 1e-6 }))
    .sort(byWorth)[0]
}

/** Divides the amount of one share among the others, in proportion. */
function shareOut(shares: readonly Share[], leftOut: number): Share[] {
  const rest = shares.filter((_, index) => index !== leftOut)
  const total = rest.reduce((sum, share) => sum + share.fraction, 0)
  return rest.map(({ path, fraction }) => ({ path, fraction: total > 0 ? fraction / total : 1 / rest.length }))
}
