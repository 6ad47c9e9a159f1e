import type { Factor, ListedFactor, SealedShare } from '@latchkey/protocol/wallet'
import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { devices } from '../auth/schema.ts'
import type { Sealed } from '../platform/crypto/Sealer.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { fromBase64url, toBase64url } from './bytes.ts'
import { toListedFactor } from './passwordStore.ts'
import { deviceShares, passwordSecrets, recoveryFactors, recoveryShares, wallets } from './schema.ts'

type Handle = Database | Transaction

/** The row of a wallet. */
export type WalletRow = typeof wallets.$inferSelect

/** Returns the user's wallet, or undefined. */
export async function readWallet(db: Handle, { userId }: { userId: string }): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  return row
}

/** Returns the wallet's recovery factors for a device that has not opened it, oldest first. Passwords are listed without details. */
export async function readFactors(db: Handle, { walletId }: { walletId: string }): Promise<ListedFactor[]> {
  const rows = await db
    .select({ factor: recoveryFactors.factor })
    .from(recoveryFactors)
    .where(eq(recoveryFactors.walletId, walletId))
    .orderBy(asc(recoveryFactors.createdAt), asc(recoveryFactors.id))
  return rows.map(({ factor }) => toListedFactor(factor))
}

/** Adds recovery factors. `writePassword` adds the secret data of a password. @returns whether all ids were new */
export async function insertFactors(
  tx: Transaction,
  { walletId, factors, createdAt }: { walletId: string; factors: readonly ListedFactor[]; createdAt: Date },
): Promise<boolean> {
  if (factors.length === 0) return true
  const rows = await tx
    .insert(recoveryFactors)
    .values(
      factors.map((factor) => ({
        id: factor.id,
        walletId,
        kind: factor.kind,
        factor: toListedFactor(factor),
        createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: recoveryFactors.id })
  return rows.length === factors.length
}

/** Replaces a factor after its authentication under a new data key. */
export async function updateFactor(
  tx: Transaction,
  { walletId, factor }: { walletId: string; factor: Factor },
): Promise<void> {
  await tx
    .update(recoveryFactors)
    .set({ kind: factor.kind, factor: toListedFactor(factor) })
    .where(and(eq(recoveryFactors.id, factor.id), eq(recoveryFactors.walletId, walletId)))
}

/** Deletes recovery factors, and everything sealed to them. */
export async function deleteFactors(tx: Transaction, { factorIds }: { factorIds: readonly string[] }): Promise<void> {
  if (factorIds.length === 0) return
  await tx.delete(recoveryShares).where(inArray(recoveryShares.factorId, [...factorIds]))
  await tx.delete(passwordSecrets).where(inArray(passwordSecrets.factorId, [...factorIds]))
  await tx.delete(recoveryFactors).where(inArray(recoveryFactors.id, [...factorIds]))
}

/** Stored auth share of a device. */
export type ShareRow = { deviceId: string; epoch: number; sealed: Sealed }

/** Returns a device's auth share, or undefined. */
export async function readShare(db: Handle, { deviceId }: { deviceId: string }): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(deviceShares).where(eq(deviceShares.deviceId, deviceId))
  return row && { deviceId, epoch: row.epoch, sealed: { box: row.sealedShare, kekId: row.kekId } }
}

/** Returns the recovery shares that a device has sealed. */
export async function readSealed(db: Handle, { deviceId }: { deviceId: string }): Promise<SealedShare[]> {
  const rows = await db
    .select()
    .from(recoveryShares)
    .where(eq(recoveryShares.deviceId, deviceId))
    .orderBy(asc(recoveryShares.factorId))
  return rows.map(toSealedShare)
}

/** Maximum of share sets that a recovery can try. */
const maxSets = 20

/** Returns the share sets with a recovery share sealed to a factor, newest first. Excludes those of revoked devices. */
export async function readSetsForFactor(
  db: Handle,
  { walletId, factorId }: { walletId: string; factorId: string },
): Promise<{ share: ShareRow; sealed: SealedShare }[]> {
  const rows = await db
    .select({ share: deviceShares, sealed: recoveryShares })
    .from(recoveryShares)
    .innerJoin(
      deviceShares,
      and(eq(deviceShares.deviceId, recoveryShares.deviceId), eq(deviceShares.epoch, recoveryShares.epoch)),
    )
    .innerJoin(devices, and(eq(devices.id, deviceShares.deviceId), isNull(devices.revokedAt)))
    .where(and(eq(deviceShares.walletId, walletId), eq(recoveryShares.factorId, factorId)))
    .orderBy(desc(deviceShares.createdAt), desc(deviceShares.epoch), asc(deviceShares.deviceId))
    .limit(maxSets)
  return rows.map(({ share: { deviceId, epoch, sealedShare: box, kekId }, sealed }) => ({
    share: { deviceId, epoch, sealed: { box, kekId } },
    sealed: toSealedShare(sealed),
  }))
}

/** Returns the recovery factors to which only this device's share is sealed. */
export async function readOnlyCoveredBy(
  db: Handle,
  { walletId, deviceId }: { walletId: string; deviceId: string },
): Promise<string[]> {
  const covering = (device: ReturnType<typeof eq>) =>
    db
      .selectDistinct({ factorId: recoveryShares.factorId })
      .from(recoveryShares)
      .innerJoin(
        deviceShares,
        and(eq(deviceShares.deviceId, recoveryShares.deviceId), eq(deviceShares.epoch, recoveryShares.epoch)),
      )
      .where(and(eq(deviceShares.walletId, walletId), device))
  const own = await covering(eq(recoveryShares.deviceId, deviceId))
  const others = new Set((await covering(ne(recoveryShares.deviceId, deviceId))).map(({ factorId }) => factorId))
  return own.map(({ factorId }) => factorId).filter((factorId) => !others.has(factorId))
}

/** Writes a device's auth share and sealed recovery shares. Replaces the earlier ones. */
export async function writeShares(
  tx: Transaction,
  {
    walletId,
    share: { deviceId, epoch, sealed },
    recovery,
    createdAt,
  }: { walletId: string; share: ShareRow; recovery: readonly SealedShare[]; createdAt: Date },
): Promise<void> {
  const values = { walletId, epoch, sealedShare: sealed.box, kekId: sealed.kekId, createdAt }
  await tx
    .insert(deviceShares)
    .values({ deviceId, ...values })
    .onConflictDoUpdate({ target: deviceShares.deviceId, set: values })
  await tx.delete(recoveryShares).where(eq(recoveryShares.deviceId, deviceId))
  if (recovery.length === 0) return
  await tx.insert(recoveryShares).values(
    recovery.map(({ factorId, enc, ct }) => ({
      factorId,
      deviceId,
      epoch,
      enc: fromBase64url(enc),
      ct: fromBase64url(ct),
    })),
  )
}

/** Deletes a device's auth share, and the recovery shares that it sealed. */
export async function deleteShares(tx: Transaction, { deviceId }: { deviceId: string }): Promise<void> {
  await tx.delete(recoveryShares).where(eq(recoveryShares.deviceId, deviceId))
  await tx.delete(deviceShares).where(eq(deviceShares.deviceId, deviceId))
}

/** Returns the devices that have shares of a wallet. */
export async function readEnrolled(db: Handle, { walletId }: { walletId: string }): Promise<string[]> {
  const rows = await db
    .select({ deviceId: deviceShares.deviceId })
    .from(deviceShares)
    .where(eq(deviceShares.walletId, walletId))
  return rows.map(({ deviceId }) => deviceId)
}

function toSealedShare({ factorId, enc, ct }: typeof recoveryShares.$inferSelect): SealedShare {
  return { factorId, enc: toBase64url(enc), ct: toBase64url(ct) }
}
