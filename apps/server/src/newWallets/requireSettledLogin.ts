import { ServiceError } from '@latchkey/protocol/errors'
import { type LoginMethodRow, listLoginMethodRows } from '../auth/loginMethodStore.ts'
import { readLoginMovedAt } from '../auth/readLoginMovedAt.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { isUnsettled } from './moveStore.ts'

/**
 * Requires that none of an account's login methods moved away, and that the changed one cannot be moved back.
 *
 * @param options.isChanged returns whether a login method is changed
 * @throws LatchkeyError `login_unsettled`
 */
export async function requireSettledLogin(
  db: Database | Transaction,
  { userId, isChanged, now }: { userId: string; isChanged: (login: LoginMethodRow) => boolean; now: Date },
): Promise<void> {
  if ((await readLoginMovedAt(db, { userId })) !== undefined) throw new ServiceError('login_unsettled')
  for (const { id: identityId } of (await listLoginMethodRows(db, userId)).filter(isChanged))
    if (await isUnsettled(db, { identityId, userId, now })) throw new ServiceError('login_unsettled')
}
