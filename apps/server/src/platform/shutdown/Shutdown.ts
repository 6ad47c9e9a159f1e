/** Closes the parts of the process in reverse order of `add`. */
export type Shutdown = {
  /** Aborted when the shutdown begins. Loops stop on it. */
  signal: AbortSignal
  add: (name: string, close: () => Promise<void> | void) => void
  /** Runs every closer once. Safe to call twice. */
  run: (reason: string) => Promise<void>
}
