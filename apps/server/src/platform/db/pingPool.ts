import type { Pool } from 'pg'

/** Returns the milliseconds of a round trip to the database. Rejects if it does not answer. */
export async function pingPool(pool: Pool): Promise<number> {
  const start = performance.now()
  await pool.query('select 1')
  return performance.now() - start
}
