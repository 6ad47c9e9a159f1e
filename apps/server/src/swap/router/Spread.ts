import type { Estimator, Share } from './createEstimator.ts'
import type { Path } from './createPoolGraph.ts'

/** Shares and their total output. */
export type Spread = { shares: readonly Share[]; amountOut: number }

/** Gas of a swap transaction without its hops: the transaction, the entry of the router, and the final payment. */
const transactionGas = 60_000
/** Gas of one more part: its call and its transfer into the first pool. */
const partGas = 15_000

/** Setting of a search for parts. */
export type Setting = {
  estimator: Estimator
  amountIn: number
  /** Price of a unit of gas in base units of the target token. */
  gasValue: number
}

/** Runs shares on the initial states; undefined if one of them pays nothing. */
export function toSpread(shares: readonly Share[], { estimator, amountIn }: Setting): Spread | undefined {
  const amountOut = estimator.runShares({ shares, amountIn, states: estimator.start.slice() })
  return amountOut > 0 ? { shares, amountOut } : undefined
}

/** Returns the approximate gas units of a transaction with these paths as its parts. */
export function gasOf(paths: readonly Pick<Path, 'gas'>[]): number {
  return paths.reduce((sum, { gas }) => sum + partGas + gas, transactionGas)
}

/** Returns the output of shares less the cost of their gas. */
export function worthOf({ shares, amountOut }: Spread, { gasValue }: Pick<Setting, 'gasValue'>): number {
  return amountOut - gasValue * gasOf(shares.map(({ path }) => path))
}
