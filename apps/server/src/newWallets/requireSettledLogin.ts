import { ServiceError } from '@latchkey/protocol/errors'
import { type IdentityRow, listIdentityRows } from '../auth/identityStore.ts'
import { readLoginMovedAt } from '../auth/readLoginMovedAt.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { isUnsettled } from './moveStore.ts'

/**
 * Lets a change of an account's logins through where none of them was led away, and where nobody can lead back the one that is changed.
 *
 * @param options.isChanged tells the login
 * @throws LatchkeyError `login_unsettled`
 */
export async function requireSettledLogin(
  db: Database | Transaction,
  { userId, isChanged, now }: { userId: string; isChanged: (login: IdentityRow) => boolean; now: Date },
): Promise<void> {
  if ((await readLoginMovedAt(db, { userId })) !== undefined) throw new ServiceError('login_unsettled')
  for (const { id: identityId } of (await listIdentityRows(db, userId)).filter(isChanged))
    if (await isUnsettled(db, { identityId, userId, now })) throw new ServiceError('login_unsettled')
}
