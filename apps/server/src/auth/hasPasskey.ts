import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { passkeys } from './schema.ts'

/** Returns whether a user has a passkey. Then a code is not enough to confirm a sensitive action. */
export async function hasPasskey(database: Database | Transaction, userId: string): Promise<boolean> {
  const [row] = await database
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return row !== undefined
}
