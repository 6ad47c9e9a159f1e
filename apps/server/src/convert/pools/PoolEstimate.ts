/**
 * A pool in floating-point numbers: a search tries thousands of amounts and only has to know which is better; what it settles
 * on is computed exactly afterwards. A state is two numbers whose meaning is the pool's own, kept with those of other pools
 * in one array: simulating a whole route then makes no garbage.
 */
export type PoolEstimate = {
  /** The pool as it is. */
  start: readonly [number, number]
  /**
   * What an amount gives, about; the pool's two numbers are moved on in place. (Parameters
   * without names: this is called hundreds of thousands of times a second.)
   *
   * @param at where the pool's numbers stand
   * @param forward whether token0 goes in
   * @returns 0 when the pool cannot take the amount or gives nothing; its numbers are left alone then
   */
  swap: (states: Float64Array, at: number, forward: boolean, amountIn: number) => number
  /** How many borders of liquidity all swaps so far have walked over: what they took, where that has no other bound. */
  steps?: () => number
  /** Gas units of a hop that hardly moves the price. */
  gas: number
}
