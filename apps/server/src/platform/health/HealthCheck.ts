/** One dependency that `/ready` looks at. Parts with a dependency of their own add one. */
export type HealthCheck = {
  /** `database`, `bus`, `rpc eip155:31337`, `indexer eip155:31337`. */
  name: string
  /**
   * Resolves when it answers; rejects with a sentence when it does not. A number is its own measure of the latency, in milliseconds; `{ detail }` is a note about
   * something that goes on.
   */
  check: () => Promise<unknown>
}
