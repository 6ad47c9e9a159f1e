/**
 * How long a test waits for a condition, in milliseconds. It is below every suite's time for one test, so that the failure names the
 * condition. It is far above the usual time, because several suites share the cores.
 */
export const patience = 25_000
