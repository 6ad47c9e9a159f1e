import { balanceShares } from './balanceShares.ts'
import type { Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'
import type { Spread } from './polishShares.ts'

/** Gas of a transaction that swaps, hops aside: the transaction itself, the router's entry, the payment at its end. */
const transactionGas = 60_000
/** Gas of one more part: its call and its own transfer into the first pool. */
const partGas = 15_000

/** What the parts of a swap are worked out with. */
export type Setting = {
  estimator: Estimator
  amountIn: number
  /** Base units of the target token for a unit of gas. */
  gasValue: number
}

/** Gas units of a transaction with these paths as its parts, about. */
export function gasOf(paths: readonly Pick<Path, 'gas'>[]): number {
  return paths.reduce((sum, { gas }) => sum + partGas + gas, transactionGas)
}

/** What shares give less what their gas costs. */
export function worthOf(spread: Spread, { gasValue }: Pick<Setting, 'gasValue'>): number {
  return spread.estimate.amountOut - gasValue * gasOf(spread.shares.map(({ path }) => path))
}

/**
 * Takes shares away while there are too many, and those that bring in less than their gas costs. What a share carried goes
 * to the others.
 */
export function limitShares({
  spread,
  maximumParts,
  ...setting
}: Setting & { spread: Spread; maximumParts: number }): Spread | undefined {
  let current = spread
  while (current.shares.length > 1) {
    const isTooMany = current.shares.length > maximumParts
    const without = leaveOneOut({ ...setting, spread: current })
    if (!without) return isTooMany ? undefined : current
    if (!isTooMany && worthOf(without, setting) < worthOf(current, setting)) return current
    current = without
  }
  return current
}

/** The best that is left when one share goes: those that look best are balanced before they are compared. */
function leaveOneOut({ spread, ...setting }: Setting & { spread: Spread }): Spread | undefined {
  const rough: Spread[] = []
  for (const index of spread.shares.keys()) {
    const shares = shareOut(spread.shares, index)
    const estimate = setting.estimator.simulate({ shares, amountIn: setting.amountIn })
    if (estimate) rough.push({ shares, estimate })
  }
  rough.sort((one, other) => worthOf(other, setting) - worthOf(one, setting))
  return rough
    .slice(0, 3)
    .map((look) => balanceShares({ ...setting, spread: look, sweeps: 1, tries: 7, width: 1 / 2, tolerance: 1e-6 }))
    .sort((one, other) => worthOf(other, setting) - worthOf(one, setting))[0]
}

/** What one share carried goes to the others, in proportion. */
function shareOut(shares: readonly Share[], leftOut: number): Share[] {
  const rest = shares.filter((_, index) => index !== leftOut)
  const total = rest.reduce((sum, share) => sum + share.fraction, 0)
  return rest.map(({ path, fraction }) => ({ path, fraction: total > 0 ? fraction / total : 1 / rest.length }))
}
