import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** Where the SQL files lie that drizzle-kit generates from every `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number, the same in every process of this server: two that start at once must not migrate at once. */
const lockKey = 7_105_108

/** Brings the schema up to date. Several processes may call it at once; all but the first find nothing to do. */
export async function migrateDatabase({ pool }: { pool: Pool }): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      // "already exists, skipping" of the migrator's own table is no news.
      await client.query(`set client_min_messages to 'warning'`)
      await migrate(drizzle(client), { migrationsFolder })
    } finally {
      await client.query('reset client_min_messages')
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
  } finally {
    client.release()
  }
}
