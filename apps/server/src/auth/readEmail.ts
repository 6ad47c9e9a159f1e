import { eq } from 'drizzle-orm'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { identities } from './schema.ts'

/** A user's address as they wrote it; undefined for an account without one. */
export async function readEmail(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const [row] = await database.select().from(identities).where(eq(identities.userId, userId))
  if (!row) return undefined
  const sealed = { box: row.sealedSubject, kekId: row.kekId }
  return Buffer.from(await sealer.open({ sealed, context: `identity:${row.id}` })).toString()
}
