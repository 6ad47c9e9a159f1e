/**
 * Stores short-lived values that processes share: caches, counters, markers. Adapters: in-process, Redis. A loss costs speed, but no data.
 */
export type Kv = {
  get: (key: string) => Promise<string | undefined>
  /** `ttl` in seconds. */
  set: (key: string, value: string, options: { ttl: number }) => Promise<void>
  /** Sets the value if the key is absent. Returns whether it did. `ttl` in seconds. */
  setIfAbsent: (key: string, value: string, options: { ttl: number }) => Promise<boolean>
  /** Adds 1 and returns the new count. `ttl` (seconds) starts with the first call. */
  increment: (key: string, options: { ttl: number }) => Promise<number>
  delete: (key: string) => Promise<void>
  ping: () => Promise<number>
  close: () => Promise<void>
}
