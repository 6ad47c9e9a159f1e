import { fileURLToPath } from 'node:url'
import { ServiceError } from '@latchkey/protocol/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** Where the SQL files lie that drizzle-kit generates from every `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Any number, the same in every process of this server: two that start at once must not migrate at once. */
const lockKey = 7_105_108

/**
 * Brings the schema up to date. Several processes may call it at once; all but the first find nothing to do. A migration is one
 * transaction: one that fails leaves the database as it was.
 *
 * @throws LatchkeyError `database_outdated`
 */
export async function migrateDatabase({ pool }: { pool: Pool }): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      // "already exists, skipping" of the migrator's own table is no news.
      await client.query(`set client_min_messages to 'warning'`)
      await migrate(drizzle(client), { migrationsFolder }).catch((cause: unknown) => {
        const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
        throw new ServiceError('database_outdated', {
          message: `The database could not be brought up to date: ${reason instanceof Error ? reason.message : String(reason)}. Nothing was changed. Is it the database of another version or program? The local stack begins anew with npm start -- --fresh`,
          cause,
        })
      })
    } finally {
      await client.query('reset client_min_messages')
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
  } finally {
    client.release()
  }
}
