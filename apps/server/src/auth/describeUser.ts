import type { SocialProvider } from '@latchkey/protocol'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { listContactRows, openLoginMethod } from './loginMethodStore.ts'
import { chooseContact } from './readContactEmail.ts'

/** Data about the user in the tokens of a login. */
export type UserDescription = { email: string | null; socialProvider: SocialProvider | null; userName: string | null }

/**
 * Describes a user to the device of a login.
 *
 * @param options.identityId login method of the login; null for a passkey
 */
export async function describeUser(
  database: Database | Transaction,
  { userId, identityId, sealer }: { userId: string; identityId: string | null; sealer: Sealer },
): Promise<UserDescription> {
  const rows = await listContactRows(database, userId)
  const opened = await Promise.all(
    rows.map(async (row) => ({ id: row.id, identity: await openLoginMethod({ row, sealer }) })),
  )
  const email = chooseContact(opened.map(({ identity }) => identity)) ?? null
  const begun = opened.find(({ id }) => id === identityId)?.identity
  if (!begun || begun.kind === 'email') return { email, socialProvider: null, userName: null }
  return { email, socialProvider: begun.kind, userName: begun.userName }
}
