/** Ends the process in order: what was added last is closed first. */
export type Shutdown = {
  /** Aborted as soon as the end begins; loops stop on it. */
  signal: AbortSignal
  add: (name: string, close: () => Promise<void> | void) => void
  /** Runs every closer once; safe to call twice. */
  run: (reason: string) => Promise<void>
}
