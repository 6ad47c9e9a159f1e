/**
 * A pool in floating-point numbers. A search tries thousands of amounts and only needs to know which is better; the result is
 * computed exactly afterwards.
 *
 * A state is two numbers with a meaning that depends on the kind of pool. The states of all pools are in one array, so that
 * simulating a whole route allocates nothing.
 */
export type PoolEstimate = {
  /** The state before any swap. */
  start: readonly [number, number]
  /**
   * Returns the approximate output of an amount, and updates the pool's two numbers. (The parameters are positional because
   * this runs hundreds of thousands of times a second.)
   *
   * @param at index of the pool's numbers
   * @param forward whether token0 goes in
   * @returns 0 if the pool cannot take the amount or pays nothing; the numbers then stay the same
   */
  swap: (states: Float64Array, at: number, forward: boolean, amountIn: number) => number
  /**
   * Number of tick bounds that all swaps so far have passed. It measures the work of a search if the source has no other
   * bound.
   */
  steps?: () => number
  /** Gas units of a hop that passes no tick. */
  gas: number
}
