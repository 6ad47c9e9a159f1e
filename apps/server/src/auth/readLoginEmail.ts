import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openIdentity } from './identityStore.ts'

/**
 * The address that a user logs in with, as they wrote it; undefined for an account without one. Codes go there alone: an address that
 * a provider gives is a contact, and who reads it has proven nothing.
 */
export async function readLoginEmail(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const row = (await listContactRows(database, userId)).find(({ kind }) => kind === 'email')
  if (!row) return undefined
  return (await openIdentity({ row, sealer })).email ?? undefined
}
