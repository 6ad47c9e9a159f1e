/**
 * State of the client in memory, and in storage once `change` has resolved. Only the owner of the storage has one. Keys: `clientKey`
 * (seed of the Ed25519 key), `keys/<topic>`, `pairings/<topic>`, `sessions/<topic>`, `pending/<id>`, `requests/<id>`, `calls/<id>`
 * (see `session/records.ts`), `outbox/<messageId>`, `seen/<messageId>`.
 */
export type ClientStore = {
  get: (key: string) => unknown
  /** Returns the entries whose key has the prefix, in the order of their first write. */
  list: (prefix: string) => readonly (readonly [key: string, value: unknown])[]
  /**
   * Applies all changes or none, in memory immediately. Resolves when storage has them. Values are JSON and must not be mutated
   * afterwards; undefined removes. Changes of one turn, without an `await` between, are one write.
   * @throws LatchkeyError `request_aborted` when another tab owns the client now; errors of the storage
   */
  change: (changes: Readonly<Record<string, unknown>>) => Promise<void>
}
