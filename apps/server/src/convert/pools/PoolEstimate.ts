/**
 * A pool in floating-point numbers: a search tries thousands of amounts and only has to know which is better; what it settles
 * on is computed exactly afterwards.
 */
export type PoolEstimate<State = unknown> = {
  /** The pool as it is. States are never changed in place. */
  start: State
  /**
   * A method, so that pools of all kinds stand in one list: each is only ever given states of its own.
   *
   * @param forward whether token0 goes in
   * @returns undefined when the pool cannot take the amount
   */
  swap(state: State, forward: boolean, amountIn: number): EstimatedSwap<State> | undefined
}

/** What a swap gives, about, the state that it leaves behind, and the gas units that it takes. */
export type EstimatedSwap<State = unknown> = { amountOut: number; after: State; gas: number }
