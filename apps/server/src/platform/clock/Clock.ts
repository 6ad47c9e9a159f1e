/** The time, as passed to everything that needs it, so that tests can set it. */
export type Clock = {
  /** Unix milliseconds. */
  now: () => number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }
