/** Short-lived shared values: caches, counters, markers. Adapters: in-process, Redis. Losing them loses speed, never truth. */
export type Kv = {
  get: (key: string) => Promise<string | undefined>
  /** `ttl` in seconds. */
  set: (key: string, value: string, options: { ttl: number }) => Promise<void>
  /** Sets only when absent; tells whether it did. `ttl` in seconds. */
  setIfAbsent: (key: string, value: string, options: { ttl: number }) => Promise<boolean>
  /** Adds 1 and returns the new count; `ttl` (seconds) starts with the first. */
  increment: (key: string, options: { ttl: number }) => Promise<number>
  delete: (key: string) => Promise<void>
  ping: () => Promise<number>
  close: () => Promise<void>
}
