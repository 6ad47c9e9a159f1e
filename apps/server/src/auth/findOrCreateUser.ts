import { randomUUID } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, gt } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { emailChanges, identities, users } from './schema.ts'

/**
 * The user whose proven address this is, made when there is none.
 *
 * @param options.scope a project's id, or `server`
 * @param options.subjectIndex blind index of the address, of `indexEmail`
 * @param options.email the address as the visitor wrote it
 * @throws LatchkeyError `email_moved` when the address belonged to an account whose owner can still undo its change
 */
export async function findOrCreateUser(
  tx: Transaction,
  {
    scope,
    subjectIndex,
    email,
    sealer,
    clock,
  }: { scope: string; subjectIndex: Uint8Array; email: string; sealer: Sealer; clock: Clock },
): Promise<{ userId: string; isNew: boolean }> {
  const known = await findUser(tx, { scope, subjectIndex })
  if (known) return { userId: known, isNew: false }
  const now = new Date(clock.now())

  // A hijacker who changed the address would otherwise make its owner start anew with an empty account.
  const [moved] = await tx
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(and(eq(emailChanges.oldIndex, subjectIndex), eq(emailChanges.step, 'done'), gt(emailChanges.undoUntil, now)))
    .limit(1)
  if (moved) throw new ServiceError('email_moved')

  const userId = randomUUID()
  const id = randomUUID()
  const sealed = await sealer.seal({ plaintext: Buffer.from(email), context: `identity:${id}` })
  const added = await tx
    .insert(identities)
    .values({
      id,
      userId,
      scope,
      kind: 'email',
      subjectIndex,
      sealedSubject: sealed.box,
      kekId: sealed.kekId,
      verifiedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: identities.id })
  if (added.length > 0) {
    await tx.insert(users).values({ id: userId, scope, createdAt: now })
    return { userId, isNew: true }
  }
  // Somebody else was first by a moment.
  const first = await findUser(tx, { scope, subjectIndex })
  if (!first) throw new Error('An identity is neither there nor can it be added')
  return { userId: first, isNew: false }
}

/** The user of an address, by its blind index. */
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
