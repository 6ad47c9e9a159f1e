import type { ChainId } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './Database.ts'

/** Another process holds the lease of a network. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Leases that let one process at a time work on a network. */
export type Leases = {
  /**
   * Takes or renews the lease of a network. The clock of the database counts.
   *
   * @param options.force takes it from any holder: the embedded database has only one process
   * @returns whether this process holds it
   */
  take: (
    database: Database,
    options: { chainId: ChainId; holder: string; duration: number; force: boolean },
  ) => Promise<boolean>
  /** Releases the lease of a network, so that another process need not wait. */
  drop: (database: Database, options: { chainId: ChainId; holder: string }) => Promise<void>
  /**
   * Ensures that the lease stays ours until the end of the transaction.
   *
   * @throws LeaseLost
   */
  require: (transaction: Transaction, options: { chainId: ChainId; holder: string }) => Promise<void>
}

/**
 * Creates the leases of one kind of work.
 *
 * @param table has the columns `chain_id` (its key), `holder` (uuid) and `until`
 * @example const leases = createLeases(bundlerLeases)
 */
export function createLeases(table: PgTable): Leases {
  return {
    take: async (database, { chainId, holder, duration, force }) => {
      const { rows } = await database.execute(sql`
        insert into ${table} as lease (chain_id, holder, until)
        values (${chainId}, ${holder}::uuid, now() + make_interval(secs => ${duration / 1000}::double precision))
        on conflict (chain_id) do update set holder = excluded.holder, until = excluded.until
        where ${force}::boolean or lease.holder = excluded.holder or lease.until < now()
        returning chain_id`)
      return rows.length > 0
    },
    drop: async (database, { chainId, holder }) => {
      await database.execute(sql`delete from ${table} where chain_id = ${chainId} and holder = ${holder}::uuid`)
    },
    require: async (transaction, { chainId, holder }) => {
      const { rows } = await transaction.execute(sql`
        select holder from ${table}
        where chain_id = ${chainId} and holder = ${holder}::uuid and until > now()
        for update`)
      if (rows.length === 0) throw new LeaseLost(`Another process works on ${chainId}`)
    },
  }
}
