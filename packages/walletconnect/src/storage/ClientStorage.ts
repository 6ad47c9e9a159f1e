/**
 * Stores the client's persistent state as text by key. A write is atomic: after a crash all of it exists or none. Adapters: memory,
 * IndexedDB. The client loads it once, when it starts or takes over from another tab.
 */
export type ClientStorage = {
  load: () => Promise<ReadonlyMap<string, string>>
  /** Text by key; null removes. */
  write: (changes: ReadonlyMap<string, string | null>) => Promise<void>
  close?: () => void
}
