import type { ChainId } from '@latchkey/protocol'
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { bundlerLeases } from '../schema.ts'

/**
 * Takes a network, or keeps it: one process bundles for it at a time. The database's clock counts.
 *
 * @param options.force nobody else can have it: the embedded database has one process
 * @returns whether it is ours
 */
export async function takeLease(
  database: Database,
  { chainId, holder, duration, force }: { chainId: ChainId; holder: string; duration: number; force: boolean },
): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${duration / 1000}::double precision)`
  const rows = await database
    .insert(bundlerLeases)
    .values({ chainId, holder, until })
    .onConflictDoUpdate({
      target: bundlerLeases.chainId,
      set: { holder, until },
      setWhere: sql`${force} or ${bundlerLeases.holder} = ${holder} or ${bundlerLeases.until} < now()`,
    })
    .returning({ holder: bundlerLeases.holder })
  return rows[0]?.holder === holder
}

/** Gives a network up, so that another process need not wait. */
export async function dropLease(
  database: Database,
  { chainId, holder }: { chainId: ChainId; holder: string },
): Promise<void> {
  await database.delete(bundlerLeases).where(and(eq(bundlerLeases.chainId, chainId), eq(bundlerLeases.holder, holder)))
}

/** The network is another process's now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Makes sure, within a transaction, that the network is ours until that transaction ends.
 *
 * @throws LeaseLost
 */
export async function requireLease(
  transaction: Transaction,
  { chainId, holder }: { chainId: ChainId; holder: string },
): Promise<void> {
  const rows = await transaction
    .select({ holder: bundlerLeases.holder })
    .from(bundlerLeases)
    .where(
      and(eq(bundlerLeases.chainId, chainId), eq(bundlerLeases.holder, holder), sql`${bundlerLeases.until} > now()`),
    )
    .for('update')
  if (rows.length === 0) throw new LeaseLost(`Another process bundles for ${chainId}`)
}
