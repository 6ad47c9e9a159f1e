import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { DatabaseConnection } from './Database.ts'
import { migrateDatabase, requireMigrations } from './migrateDatabase.ts'
import { pingPool } from './pingPool.ts'
import { guardTransactions } from './transactionGuard.ts'

/**
 * Connects to a PostgreSQL server (15 or newer).
 *
 * @param options.url `postgres://user:password@host:port/database`
 * @param options.max maximum of connections (default 10)
 * @param options.migrate migrates the schema (default true), or only requires an up-to-date one
 * @param options.patience milliseconds after which an unanswered statement and its connection count as lost (default 30,000); migrations
 * have no limit
 * @throws Error with a sentence if the server cannot be reached, or refuses the role, the password or the database
 */
export async function createPostgres({
  url,
  max = 10,
  migrate = true,
  patience = 30_000,
}: {
  url: string
  max?: number
  migrate?: boolean | 'require'
  patience?: number
}): Promise<DatabaseConnection> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: Math.min(10_000, patience),
    application_name: 'latchkey',
    // Times arrive as text. Without a fixed zone they would depend on the server's settings.
    options: '-c timezone=UTC',
  }
  const pool = new pg.Pool({ ...settings, max })
  // The pool replaces a lost idle connection. Without this listener, the loss would end the process.
  pool.on('error', () => {})
  // A connection lost between two statements of a transaction only makes the next statement fail.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // A hanging database does not close its connections. After the timeout the transaction fails as a whole, and its connection is not
    // reused.
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.setTimeout(patience, () => stream.destroy(new Error('The database does not answer')))
  })
  try {
    if (migrate === 'require') await requireMigrations({ pool })
    else if (migrate) await migrateAlone(new pg.Pool({ ...settings, max: 1 }))
    else await pingPool(pool)
  } catch (error) {
    await pool.end()
    const { host, port } = new pg.Client({ connectionString: url })
    // A name with several addresses fails with a list of errors, which has a code but no message.
    if (isUnreachable(error))
      throw new Error(
        `The database cannot be reached at ${host}:${port}: ${error.message || error.code}. Start PostgreSQL, or correct DATABASE_URL (database.url).`,
        { cause: error },
      )
    if (isRefusal(error))
      throw new Error(
        `The database at ${host}:${port} refuses the connection: ${error.message}. Create the database and the role, or correct DATABASE_URL (database.url).`,
        { cause: error },
      )
    throw error
  }
  const database = drizzle(pool)
  guardTransactions({ database, pool })
  let closed: Promise<void> | undefined
  return {
    engine: 'postgres',
    database,
    ping: () => pingPool(pool),
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}

async function migrateAlone(pool: pg.Pool): Promise<void> {
  pool.on('error', () => {})
  await migrateDatabase({ pool }).finally(() => pool.end())
}

/** Wrong role or password (class 28), or an unknown database. */
function isRefusal(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && /^28|^3D000$/.test(error.code ?? '')
}

function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('code' in error)) return false
  return ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH'].includes(String(error.code))
}
