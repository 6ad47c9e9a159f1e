import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/Database.ts'
import type { SealerKeysOf } from './readSealerKeys.ts'

/**
 * A table with sealed columns, as the capability that owns it describes it. Whoever adds a column for the id of a key describes it so: rows that
 * are not described would need an old key for ever.
 */
export type SealedTable = {
  /** `device_shares.sealed_share`: in metrics, logs and sentences. */
  name: string
  table: PgTable
  /** The primary key, one column. */
  key: AnyPgColumn
  /** The id of the key that the boxes of a row are sealed under. */
  kekId: AnyPgColumn
  boxes: readonly SealedBox[]
  /** Whose keys its rows are sealed under; default: the wallet's. */
  of?: SealerKeysOf
  /** Which rows of the table it is about; default: all. */
  where?: SQL
}

/** A sealed column, with the context that it was sealed with. Empty columns stay empty. */
export type SealedBox = {
  column: AnyPgColumn
  context: (row: SealedRow, database: Database) => string | Promise<string>
}

/** A row by the names of its columns in the schema. */
export type SealedRow = Readonly<Record<string, unknown>>
