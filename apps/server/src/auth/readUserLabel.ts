import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openLoginMethod } from './loginMethodStore.ts'
import { chooseContact } from './readContactEmail.ts'

/** Returns a label that helps the user recognize the account: the address, else a name at a provider, else undefined. */
export async function readUserLabel(
  database: Database | Transaction,
  { userId, sealer }: { userId: string; sealer: Sealer },
): Promise<string | undefined> {
  const rows = await listContactRows(database, userId)
  const identities = await Promise.all(rows.map((row) => openLoginMethod({ row, sealer })))
  const names = identities.map((identity) => (identity.kind === 'email' ? null : identity.userName))
  return chooseContact(identities) ?? names.find((name) => name !== null) ?? undefined
}
