/** One dependency that `/ready` checks. Parts with their own dependency add a check. */
export type HealthCheck = {
  /** `database`, `bus`, `rpc eip155:31337`, `indexer eip155:31337`. */
  name: string
  /**
   * Resolves if the dependency answers. Rejects with a sentence if it does not. A number is its own measurement of the latency in
   * milliseconds, and `{ detail }` is a note about work in progress.
   */
  check: () => Promise<unknown>
  /** `false` if the server can serve without it for a while: a failure is listed, and the server stays ready. Default: `true`. */
  isNeeded?: boolean
}
