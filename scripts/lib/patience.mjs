/**
 * How long a test waits for a condition, in milliseconds. Below every suite's time for one test, so that what did not come true
 * is named; far above what a condition takes, for several suites share the cores.
 */
export const patience = 25_000
