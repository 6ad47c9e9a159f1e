import type { Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'

/** Shares and what they give together. */
export type Spread = { shares: readonly Share[]; amountOut: number }

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

/** Runs shares on the pools as they are; undefined when one of them gives nothing. */
export function toSpread(shares: readonly Share[], { estimator, amountIn }: Setting): Spread | undefined {
  const amountOut = estimator.runShares({ shares, amountIn, states: estimator.start.slice() })
  return amountOut > 0 ? { shares, amountOut } : undefined
}

/** Gas units of a transaction with these paths as its parts, about. */
export function gasOf(paths: readonly Pick<Path, 'gas'>[]): number {
  return paths.reduce((sum, { gas }) => sum + partGas + gas, transactionGas)
}

/** What shares give less what their gas costs. */
export function worthOf({ shares, amountOut }: Spread, { gasValue }: Pick<Setting, 'gasValue'>): number {
  return amountOut - gasValue * gasOf(shares.map(({ path }) => path))
}
