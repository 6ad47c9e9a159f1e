import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openIdentity } from './identityStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'

/** The address that notices go to, and that the account is labelled with; undefined for an account without any. */
export async function readContactEmail(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const rows = await listContactRows(database, userId)
  return chooseContact(await Promise.all(rows.map((row) => openIdentity({ row, sealer }))))
}

/**
 * The contact among a user's identities, the oldest first: the address that they log in with, else the one that a provider verified.
 * Of several the one that has been there the longest, so that a login that somebody adds never leads the notices away.
 */
export function chooseContact(identities: readonly ProvenIdentity[]): string | undefined {
  const login = identities.find(({ kind }) => kind === 'email')
  return login?.email ?? identities.find(({ email }) => email !== null)?.email ?? undefined
}
