import { ServiceError } from '@latchkey/protocol/errors'
import { readLoginMovedAt } from '../auth/readLoginMovedAt.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { isUnsettled } from './moveStore.ts'

/**
 * Lets a change of the account's logins through where none of them was led away, or could yet be led back.
 *
 * @throws LatchkeyError `login_unsettled`
 */
export async function requireSettledLogin(
  db: Database | Transaction,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const movedAt = await readLoginMovedAt(db, { userId })
  if (movedAt !== undefined || (await isUnsettled(db, { userId, now }))) throw new ServiceError('login_unsettled')
}
