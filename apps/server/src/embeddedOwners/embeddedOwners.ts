import type { EvmAddress } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { embeddedOwners } from './schema.ts'

/** Records the address of a new embedded wallet, in the transaction that creates it. Its owner has proved the address with a signature. */
export async function noteEmbeddedOwner(
  tx: Transaction,
  { address, createdAt }: { address: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(embeddedOwners)
    .values({ address: address.toLowerCase() as EvmAddress, createdAt })
    .onConflictDoNothing()
}

/** Returns when an address became one of this server's embedded wallets, or undefined if it is not. */
export async function readEmbeddedOwner(
  { database }: Pick<Context, 'database'>,
  address: string,
): Promise<{ createdAt: Date } | undefined> {
  const [row] = await database
    .select({ createdAt: embeddedOwners.createdAt })
    .from(embeddedOwners)
    .where(eq(embeddedOwners.address, address.toLowerCase() as EvmAddress))
  return row
}
