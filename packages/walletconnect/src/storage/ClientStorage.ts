/**
 * Keeps what a client must not forget, as text by key. A write is atomic: after a crash all of it is there or none.
 * Adapters: memory, IndexedDB. Reads happen once, when a client starts or takes over from another tab.
 */
export type ClientStorage = {
  load: () => Promise<ReadonlyMap<string, string>>
  /** Text by key; null removes. */
  write: (changes: ReadonlyMap<string, string | null>) => Promise<void>
  close?: () => void
}
