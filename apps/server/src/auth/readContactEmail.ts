import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openLoginMethod } from './loginMethodStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'

/** Returns the address for notices and for the label of the account, or undefined if there is none. */
export async function readContactEmail(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const rows = await listContactRows(database, userId)
  return chooseContact(await Promise.all(rows.map((row) => openLoginMethod({ row, sealer }))))
}

/**
 * Selects the contact from a user's login methods, oldest first: the login address, else an address that a provider verified. The oldest
 * counts, so that a newly added login method never redirects the notices.
 */
export function chooseContact(identities: readonly ProvenIdentity[]): string | undefined {
  const login = identities.find(({ kind }) => kind === 'email')
  return login?.email ?? identities.find(({ email }) => email !== null)?.email ?? undefined
}
