import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/**
 * The database as drizzle's handle. PGlite (in a worker) and PostgreSQL use the same driver, so results have the same types on both. Inside
 * a transaction use only its handle: on PGlite the outer one would wait for itself. A guard throws before that happens.
 */
export type Database = NodePgDatabase

/** The handle inside `database.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A database with its life cycle. */
export type DatabaseConnection = {
  engine: 'pglite' | 'postgres'
  database: Database
  ping: () => Promise<number>
  close: () => Promise<void>
}
