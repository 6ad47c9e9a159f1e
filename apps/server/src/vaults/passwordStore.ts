import type { Factor, ListedFactor } from '@latchkey/protocol/wallet'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { fromBase64url, toBase64url } from './bytes.ts'
import { passwordSecrets, recoveryFactors } from './schema.ts'

type Handle = Database | Transaction

/** Server's data about a password. */
export type PasswordSecret = {
  factor: Factor
  /** Key of the blind evaluation. Null for a password of an earlier version, which has none. */
  key: Uint8Array | null
}

/** Returns the sealing context of a row of `password_secrets`, which opens only there. */
export function passwordContext({ walletId, factorId }: { walletId: string; factorId: string }): string {
  return `password/${walletId}/${factorId}`
}

/** Returns a factor for a device that has not opened the wallet. For a password it contains nothing that would help to verify a guess. */
export function toListedFactor(factor: ListedFactor): ListedFactor {
  if (factor.kind !== 'password') return factor
  const { id, kind, createdAt } = factor
  return { id, kind, createdAt }
}

/** Seals the secret data of a password. Replaces the earlier data. */
export async function writePassword(
  tx: Transaction,
  {
    sealer,
    walletId,
    secret: { factor, key },
    createdAt,
  }: { sealer: Sealer; walletId: string; secret: PasswordSecret; createdAt: Date },
): Promise<void> {
  const text = JSON.stringify({ factor, key: key && toBase64url(key) })
  const context = passwordContext({ walletId, factorId: factor.id })
  const { box, kekId } = await sealer.seal({ plaintext: new Uint8Array(Buffer.from(text)), context })
  const values = { walletId, sealed: box, kekId, createdAt }
  await tx
    .insert(passwordSecrets)
    .values({ factorId: factor.id, ...values })
    .onConflictDoUpdate({ target: passwordSecrets.factorId, set: values })
}

/** Returns the secret data of a password, or undefined if it is missing or sealed with an unknown key. */
export async function readPassword(
  db: Handle,
  { sealer, walletId, factorId }: { sealer: Sealer; walletId: string; factorId: string },
): Promise<PasswordSecret | undefined> {
  const [row] = await db
    .select()
    .from(passwordSecrets)
    .where(and(eq(passwordSecrets.factorId, factorId), eq(passwordSecrets.walletId, walletId)))
  return row && openRow({ sealer, row })
}

/**
 * Returns the wallet's recovery factors for a device that has opened it, oldest first. A password that cannot be opened is listed without
 * details.
 */
export async function readWholeFactors(
  db: Handle,
  { sealer, walletId }: { sealer: Sealer; walletId: string },
): Promise<ListedFactor[]> {
  const rows = await db
    .select({ factor: recoveryFactors.factor, row: passwordSecrets })
    .from(recoveryFactors)
    .leftJoin(passwordSecrets, eq(passwordSecrets.factorId, recoveryFactors.id))
    .where(eq(recoveryFactors.walletId, walletId))
    .orderBy(asc(recoveryFactors.createdAt), asc(recoveryFactors.id))
  return Promise.all(
    rows.map(async ({ factor, row }) => {
      const secret = row && (await openRow({ sealer, row }))
      return secret?.factor ?? factor
    }),
  )
}

/**
 * Seals passwords that an earlier version stored in clear, because their salt and public key would let a thief of the database guess. Runs
 * before the server answers. Several servers can run it at once.
 */
export async function sealOldPasswords({ database, sealer }: { database: Database; sealer: Sealer }): Promise<void> {
  for (;;) {
    const isDone = await database.transaction(async (tx) => {
      const rows = await tx
        .select({ walletId: recoveryFactors.walletId, factor: recoveryFactors.factor, at: recoveryFactors.createdAt })
        .from(recoveryFactors)
        .where(and(eq(recoveryFactors.kind, 'password'), sql`${recoveryFactors.factor} ? 'pub'`))
        .limit(100)
        .for('update')
      for (const { walletId, factor, at } of rows) {
        if (!('pub' in factor)) continue
        await writePassword(tx, { sealer, walletId, secret: { factor, key: null }, createdAt: at })
        await tx
          .update(recoveryFactors)
          .set({ factor: toListedFactor(factor) })
          .where(eq(recoveryFactors.id, factor.id))
      }
      return rows.length === 0
    })
    if (isDone) return
  }
}

async function openRow({
  sealer,
  row: { factorId, walletId, sealed, kekId },
}: {
  sealer: Sealer
  row: typeof passwordSecrets.$inferSelect
}): Promise<PasswordSecret | undefined> {
  const context = passwordContext({ walletId, factorId })
  const bytes = await sealer.open({ sealed: { box: sealed, kekId }, context }).catch(() => undefined)
  if (!bytes) return undefined
  const { factor, key } = JSON.parse(Buffer.from(bytes).toString()) as { factor: Factor; key: string | null }
  return { factor, key: key === null ? null : fromBase64url(key) }
}
