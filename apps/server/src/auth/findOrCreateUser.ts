import { randomUUID } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { indexIdentity } from './indexIdentity.ts'
import { isReserved } from './isReserved.ts'
import { insertLoginMethod, lockLoginMethod, refreshLoginMethod } from './loginMethodStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { identities, users } from './schema.ts'

/**
 * Returns the user of a proven login method. Creates the user if there is none. Never matches by an address from a provider.
 *
 * @param options.scope a project's id, or `server`
 * @throws LatchkeyError `email_moved` if the address belonged to an account whose owner can still undo its change
 */
export async function findOrCreateUser(
  tx: Transaction,
  { scope, identity, sealer, clock }: { scope: string; identity: ProvenIdentity; sealer: Sealer; clock: Clock },
): Promise<{ userId: string; identityId: string; isNew: boolean }> {
  const known = await lockLoginMethod(tx, { scope, identity, sealer })
  if (known) {
    await refreshLoginMethod(tx, { row: known, identity, sealer })
    return { userId: known.userId, identityId: known.id, isNew: false }
  }
  const now = new Date(clock.now())

  // Otherwise, after a hijacker changed the address, its owner would get a new, empty account.
  const subjectIndex = indexIdentity({ identity, scope, sealer })
  if (await isReserved(tx, { subjectIndex, now })) throw new ServiceError('email_moved')

  const userId = randomUUID()
  const added = await insertLoginMethod(tx, { userId, scope, identity, now, sealer })
  if (added) {
    await tx.insert(users).values({ id: userId, scope, createdAt: now })
    return { userId, identityId: added, isNew: true }
  }
  // A concurrent login was first.
  const first = await lockLoginMethod(tx, { scope, identity, sealer })
  if (!first) throw new Error('A login method can neither be found nor added')
  return { userId: first.userId, identityId: first.id, isNew: false }
}

/** Returns the user who logs in with an address, by its blind index. */
export async function findUser(
  tx: Pick<Transaction, 'select'>,
  { scope, subjectIndex }: { scope: string; subjectIndex: Uint8Array },
): Promise<string | undefined> {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.scope, scope), eq(identities.kind, 'email'), eq(identities.subjectIndex, subjectIndex)))
  return row?.userId
}
