/** Source of the time, passed as a parameter so that tests can set it. */
export type Clock = {
  /** Unix milliseconds. */
  now: () => number
}

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() }
