import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openLoginMethod } from './loginMethodStore.ts'

/**
 * Returns the login address of a user as they entered it, or undefined. Codes are sent only there. A provider's address is a contact, and
 * access to it proves nothing.
 */
export async function readLoginEmail(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const row = (await listContactRows(database, userId)).find(({ kind }) => kind === 'email')
  if (!row) return undefined
  return (await openLoginMethod({ row, sealer })).email ?? undefined
}
