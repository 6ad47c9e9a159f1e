import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { codeTries, hashCode } from '../auth/loginCode.ts'
import { emailChanges } from '../auth/schema.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Sealed, Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'

/** A stored change of an address. */
export type Change = typeof emailChanges.$inferSelect

/** Placeholder without a valid code, because no HMAC is empty. */
export const noCode = new Uint8Array()

/** Sealing context of a change's address. */
export const changeContext = ({ id, which }: { id: string; which: 'old' | 'new' }): string =>
  `email-change:${id}:${which}`

/** Seals an address for the row of a change. */
export function sealAddress({
  id,
  which,
  email,
  sealer,
}: {
  id: string
  which: 'old' | 'new'
  email: string
  sealer: Sealer
}): Promise<Sealed> {
  return sealer.seal({ plaintext: Buffer.from(email), context: changeContext({ id, which }) })
}

/** Returns the address of a change, as the visitor entered it. */
export async function openAddress({
  change: { id, oldSealed, newSealed, kekId },
  which,
  sealer,
}: {
  change: Change
  which: 'old' | 'new'
  sealer: Sealer
}): Promise<string> {
  const box = which === 'old' ? oldSealed : newSealed
  if (!box) throw new Error('The account had no email address before this change')
  const sealed = { box, kekId }
  return Buffer.from(await sealer.open({ sealed, context: changeContext({ id, which }) })).toString()
}

/** Hashes the code of a change's step for storage. */
export function hashChangeCode({
  change: { id, step },
  email,
  code,
  sealer,
}: {
  change: Pick<Change, 'id' | 'step'>
  email: string
  code: string
  sealer: Pick<Sealer, 'mac'>
}): Uint8Array {
  return hashCode({ attemptId: `${id}:${step}`, email, code, sealer })
}

/** Returns a change of this login. Changes of other logins are not found. */
export async function findChange(
  database: Database | Transaction,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<Change | undefined> {
  const [change] = await database
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), eq(emailChanges.sessionId, sessionId)))
  return change
}

/** Counts a try, then compares the code. The row stays locked until the transaction ends. */
export async function tryChangeCode(
  tx: Transaction,
  { change, email, code, now, sealer }: { change: Change; email: string; code: string; now: Date; sealer: Sealer },
): Promise<'right' | 'wrong' | 'dead'> {
  const [row] = await tx
    .update(emailChanges)
    .set({ codeTries: sql`${emailChanges.codeTries} + 1` })
    .where(
      and(
        eq(emailChanges.id, change.id),
        eq(emailChanges.step, change.step),
        lt(emailChanges.codeTries, codeTries),
        gt(emailChanges.codeExpiresAt, now),
      ),
    )
    .returning({ tries: emailChanges.codeTries, codeHash: emailChanges.codeHash })
  if (!row) return 'dead'
  if (isSameHash(row.codeHash, hashChangeCode({ change, email, code, sealer }))) return 'right'
  return row.tries < codeTries ? 'wrong' : 'dead'
}

/** Ends an unfinished change. */
export async function endChange(database: Database | Transaction, { id }: { id: string }): Promise<void> {
  await database
    .update(emailChanges)
    .set({ step: 'dead', codeHash: noCode })
    .where(and(eq(emailChanges.id, id), inArray(emailChanges.step, ['primary', 'secondary'])))
}

/** Returns whether an error means that the address belongs to another account: a refusal, or a violated unique index. */
export function isTaken(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'identity_taken'
  const cause = error instanceof Error ? error.cause : undefined
  return [error, cause].some(
    (one) => one instanceof Error && 'constraint' in one && one.constraint === 'identities_subject',
  )
}
