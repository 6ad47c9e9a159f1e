/**
 * What the client knows, in memory, and in storage as soon as it is said to be. Only the owner of the storage has one.
 * Keys: `clientKey` (seed of the Ed25519 key), `keys/<topic>`, `pairings/<topic>`, `sessions/<topic>`, `pending/<id>`,
 * `requests/<id>`, `calls/<id>` (see `session/records.ts`), `outbox/<messageId>`, `seen/<messageId>`.
 */
export type ClientStore = {
  get: (key: string) => unknown
  /** Entries whose key begins so, in the order in which they were first written. */
  list: (prefix: string) => readonly (readonly [key: string, value: unknown])[]
  /**
   * Changes all of it or nothing; in memory at once. Resolves when storage has it. Values are JSON and not to be altered
   * afterwards; undefined removes. Changes made in one turn, without an `await` between, are written together, all or none.
   * @throws LatchkeyError `request_aborted` when another tab owns the client now; what storage throws
   */
  change: (changes: Readonly<Record<string, unknown>>) => Promise<void>
}
