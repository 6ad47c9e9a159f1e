/**
 * A pool in floating-point numbers: a search tries thousands of amounts and only has to know which is better; what it settles
 * on is computed exactly afterwards.
 */
export type PoolEstimate<State = unknown> = {
  /** The pool as it is. States are never changed in place. */
  start: State
  /**
   * @param forward whether token0 goes in
   * @returns undefined when the pool cannot take the amount
   */
  swap: (state: State, forward: boolean, amountIn: number) => EstimatedSwap<State> | undefined
}

/** What a swap gives, about, and the state that it leaves behind. */
export type EstimatedSwap<State = unknown> = { amountOut: number; after: State }
