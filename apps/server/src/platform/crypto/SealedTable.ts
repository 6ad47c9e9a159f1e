import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/Database.ts'
import type { SealerKeysOf } from './readSealerKeys.ts'

/**
 * Table with sealed columns, as described by the capability that owns it. Describe each new column with the id of a key here. Rows without
 * a description would need their old key forever.
 */
export type SealedTable = {
  /** `device_shares.sealed_share`, for metrics, logs and messages. */
  name: string
  table: PgTable
  /** The primary key, a single column. */
  key: AnyPgColumn
  /** The id of the key that sealed the boxes of a row. */
  kekId: AnyPgColumn
  boxes: readonly SealedBox[]
  /** Purpose of the keys that seal its rows. Default: the wallet. */
  of?: SealerKeysOf
  /** The rows of the table that this description covers. Default: all. */
  where?: SQL
}

/** A sealed column, with the context that sealed it. Empty columns stay empty. */
export type SealedBox = {
  column: AnyPgColumn
  context: (row: SealedRow, database: Database) => string | Promise<string>
}

/** A row, keyed by the names of the columns in the schema. */
export type SealedRow = Readonly<Record<string, unknown>>
