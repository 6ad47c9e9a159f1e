import { findPostgres, startPostgres as startOwn } from '../../../../scripts/services/postgres.mjs'

/** A PostgreSQL server for one test file. */
export type TestPostgres = { url: string; skip?: undefined; stop?: () => Promise<void> }

/** Reason why there is none. */
export type NoTestPostgres = { skip: string; stop?: undefined }

/** Returns a PostgreSQL server: that of `DATABASE_URL`, else a temporary one from the installed binaries. */
export async function startPostgres(): Promise<TestPostgres | NoTestPostgres> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL }
  if (!findPostgres()) return { skip: 'no DATABASE_URL, and no PostgreSQL that this user can run' }
  return startOwn()
}
