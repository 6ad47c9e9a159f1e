import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createPostgres } from '../platform/db/createPostgres.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestPGlite } from './createTestPGlite.ts'
import { migrationsHash } from './migrationsHash.ts'

/**
 * Creates a new, migrated database for one test file. It is a copy of a template, which is created once per set of migrations, because that
 * takes seconds.
 *
 * @param options.engine default: PostgreSQL if there is a URL, else PGlite
 * @param options.url the PostgreSQL server; default `DATABASE_URL`. Its user must be allowed to create databases.
 */
export async function createTestDatabase({
  url = process.env.DATABASE_URL,
  engine = url ? 'postgres' : 'pglite',
}: {
  engine?: 'pglite' | 'postgres'
  url?: string | undefined
} = {}): Promise<DatabaseConnection> {
  if (engine === 'pglite') return createTestPGlite()
  if (!url) throw new Error('A test on PostgreSQL needs DATABASE_URL')
  return createPostgresCopy(url)
}

async function createPostgresCopy(url: string): Promise<DatabaseConnection> {
  const template = `latchkey_template_${migrationsHash()}`
  const name = `latchkey_test_${randomBytes(8).toString('hex')}`
  const at = (database: string) => {
    const address = new URL(url)
    address.pathname = `/${database}`
    return address.toString()
  }
  const administer = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }

  await administer(async (client) => {
    // One test file creates the template, the others wait. The lock also protects the copying.
    await client.query('select pg_advisory_lock(7105109)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (!rowCount) {
      // Otherwise templates of earlier migrations would accumulate on the server.
      const { rows } = await client.query<{ datname: string }>(
        `select datname from pg_database where datname like 'latchkey\\_template\\_%'`,
      )
      for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
      const draft = `${template}_${randomBytes(4).toString('hex')}`
      await client.query(`create database ${draft}`)
      const connection = await createPostgres({ url: at(draft), max: 2 })
      await connection.close()
      await client.query(`alter database ${draft} rename to ${template}`)
    }
    // Copying files takes a fifth of the time of copying pages through the log, which is the default.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })

  const connection = await createPostgres({ url: at(name), max: 4, migrate: false })
  return {
    ...connection,
    close: async () => {
      await connection.close()
      await administer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}
