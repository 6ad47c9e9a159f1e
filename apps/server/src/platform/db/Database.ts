import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/**
 * The database, as drizzle's handle. PGlite (in a worker) and PostgreSQL sit behind the same driver, so that results have
 * the same types on both. Inside a transaction use its handle only: the outer one would wait for itself on PGlite, and a
 * guard throws before that happens.
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
