import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@latchkey/protocol/errors'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** Folder of the SQL files that drizzle-kit generates from every `schema.ts`. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Arbitrary, but equal in all processes of this server. Two processes that start together must not migrate concurrently. */
const lockKey = 7_105_108

/**
 * Migrates the schema. Several processes can call it at once: all but the first have nothing to do. Each migration is one transaction, so a
 * failed one leaves the database unchanged.
 *
 * @throws LatchkeyError `database_outdated`
 */
export async function migrateDatabase({ pool }: { pool: Pool }): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      // Suppress the notice "already exists, skipping" about the migrator's own table.
      await client.query(`set client_min_messages to 'warning'`)
      await migrate(drizzle(client), { migrationsFolder }).catch((cause: unknown) => {
        const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
        throw new ServiceError('database_outdated', {
          message: `The database could not be migrated: ${reason instanceof Error ? reason.message : String(reason)}. Nothing was changed. Check if the database belongs to another version or program. To reset the local stack, run npm start -- --fresh`,
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

/**
 * Requires that every migration has run. For a process whose database role cannot run them.
 *
 * @throws LatchkeyError `database_outdated`
 */
export async function requireMigrations({ pool }: { pool: Pool }): Promise<void> {
  const journal = JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: readonly { when: number }[]
  }
  const { rows } = await pool
    .query<{ newest: string | null }>('select max(created_at) as newest from drizzle.__drizzle_migrations')
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw outdated(`its migrations cannot be read: ${reason}`, cause)
    })
  if (Number(rows[0]?.newest ?? 0) < (journal.entries.at(-1)?.when ?? 0)) throw outdated('migrations are missing')
}

function outdated(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('database_outdated', {
    message: `The database needs a migration: ${reason}. Run as its owner: npm run -w apps/server database -- migrate, and the grants that the same command prints.`,
    cause,
  })
}
