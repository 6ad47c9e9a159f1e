import { ServiceError } from '@latchkey/protocol/errors'
import { eq } from 'drizzle-orm'
import type { LoginParts } from '../auth/LoginParts.ts'
import { readLoginEmail } from '../auth/readLoginEmail.ts'
import { emailChanges } from '../auth/schema.ts'
import { addLoginMethod } from '../loginMethods/addLoginMethod.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { type Change, noCode } from './changeStore.ts'

/**
 * Adds the first login address of an account. The owner loses nothing, so there is no undo and no freeze.
 *
 * @throws LatchkeyError `identity_taken`; `attempt_unknown` if the account got one meanwhile
 */
export async function addAddress(
  parts: LoginParts,
  tx: Transaction,
  { change, session, newEmail }: { change: Change; session: WalletSession; newEmail: string },
): Promise<void> {
  const { context, sealer } = parts
  if ((await readLoginEmail(tx, { userId: session.userId, sealer })) !== undefined) {
    throw new ServiceError('attempt_unknown')
  }
  await tx
    .update(emailChanges)
    .set({ step: 'done', codeHash: noCode, undoUntil: new Date(context.clock.now()) })
    .where(eq(emailChanges.id, change.id))
  await addLoginMethod(parts, tx, {
    session: { ...session, language: change.language },
    identity: { kind: 'email', email: newEmail },
  })
}
