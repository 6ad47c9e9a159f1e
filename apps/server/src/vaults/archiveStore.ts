import { randomUUID } from 'node:crypto'
import type { VaultReturn } from '@latchkey/protocol/wallet'
import { and, desc, eq, gt, inArray, isNull, lte, max } from 'drizzle-orm'
import { devices } from '../auth/schema.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import {
  archivedDeviceShares,
  archivedPasswordSecrets,
  archivedRecoveryShares,
  deviceShares,
  passwordSecrets,
  recoveryFactors,
  recoveryShares,
  walletArchives,
  wallets,
} from './schema.ts'
import { insertFactors, readFactors, type ShareRow, type WalletRow } from './vaultStore.ts'

type Handle = Database | Transaction

/** The row of an archived epoch. */
export type ArchiveRow = typeof walletArchives.$inferSelect

/** Milliseconds for which a replaced epoch is kept. */
export const archiveLife = 7 * 24 * 60 * 60 * 1000

/** Returns the version under which the vault of a wallet is sealed. */
export const sealedVersionOf = ({ returned, vaultVersion }: Pick<WalletRow, 'returned' | 'vaultVersion'>): number =>
  returned?.version ?? vaultVersion

/** Copies a wallet's stored epoch before it is replaced. */
export async function archiveWallet(
  tx: Transaction,
  {
    wallet,
    returned,
    now,
    ...rest
  }: { wallet: WalletRow; returned: VaultReturn | null; now: Date } & Pick<ArchiveRow, 'undoHash' | 'app' | 'language'>,
): Promise<void> {
  const { id: walletId, vault, accounts } = wallet
  const archiveId = randomUUID()
  await tx.insert(walletArchives).values({
    id: archiveId,
    walletId,
    vault,
    version: sealedVersionOf(wallet),
    accounts,
    factors: await readFactors(tx, { walletId }),
    return: returned,
    ...rest,
    replacedAt: now,
    undoUntil: new Date(now.getTime() + archiveLife),
  })
  const passwords = await tx.select().from(passwordSecrets).where(eq(passwordSecrets.walletId, walletId))
  if (passwords.length > 0)
    await tx.insert(archivedPasswordSecrets).values(passwords.map((row) => ({ id: randomUUID(), archiveId, ...row })))
  const shares = await tx.select().from(deviceShares).where(eq(deviceShares.walletId, walletId))
  if (shares.length === 0) return
  await tx
    .insert(archivedDeviceShares)
    .values(shares.map(({ walletId: _of, ...share }) => ({ id: randomUUID(), archiveId, ...share })))
  const sealed = await tx
    .select()
    .from(recoveryShares)
    .where(
      inArray(
        recoveryShares.deviceId,
        shares.map(({ deviceId }) => deviceId),
      ),
    )
  if (sealed.length > 0) await tx.insert(archivedRecoveryShares).values(sealed.map((row) => ({ archiveId, ...row })))
}

/** Returns the epochs of a wallet that can be restored, newest first. */
export function readArchives(db: Handle, { walletId, now }: { walletId: string; now: Date }): Promise<ArchiveRow[]> {
  return db
    .select()
    .from(walletArchives)
    .where(and(eq(walletArchives.walletId, walletId), gt(walletArchives.undoUntil, now)))
    .orderBy(desc(walletArchives.replacedAt), desc(walletArchives.version))
}

/** Returns the auth share of a device in an archived epoch, or undefined. */
export async function readArchivedShare(
  db: Handle,
  { archiveId, deviceId }: { archiveId: string; deviceId: string },
): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(archivedDeviceShares)
    .where(and(eq(archivedDeviceShares.archiveId, archiveId), eq(archivedDeviceShares.deviceId, deviceId)))
  return row && { deviceId, epoch: row.epoch, sealed: { box: row.sealedShare, kekId: row.kekId } }
}

/** Returns the highest archived epoch of a device; 0 if there is none. */
export async function readArchivedEpoch(db: Handle, { deviceId }: { deviceId: string }): Promise<number> {
  const [row] = await db
    .select({ epoch: max(archivedDeviceShares.epoch) })
    .from(archivedDeviceShares)
    .where(eq(archivedDeviceShares.deviceId, deviceId))
  return row?.epoch ?? 0
}

/**
 * Replaces the wallet's vault, recovery factors and shares with those of an archived epoch. Skips shares of devices that were revoked
 * since. The wallet's version still increases.
 */
export async function restoreArchive(
  tx: Transaction,
  { wallet, archive, returned, now }: { wallet: WalletRow; archive: ArchiveRow; returned: VaultReturn; now: Date },
): Promise<void> {
  const { id: walletId } = wallet
  const current = await tx
    .select({ deviceId: deviceShares.deviceId })
    .from(deviceShares)
    .where(eq(deviceShares.walletId, walletId))
  const gone = current.map(({ deviceId }) => deviceId)
  if (gone.length > 0) await tx.delete(recoveryShares).where(inArray(recoveryShares.deviceId, gone))
  await tx.delete(deviceShares).where(eq(deviceShares.walletId, walletId))
  await tx.delete(passwordSecrets).where(eq(passwordSecrets.walletId, walletId))
  await tx.delete(recoveryFactors).where(eq(recoveryFactors.walletId, walletId))
  await insertFactors(tx, { walletId, factors: archive.factors, createdAt: now })
  const passwords = await tx
    .select()
    .from(archivedPasswordSecrets)
    .where(eq(archivedPasswordSecrets.archiveId, archive.id))
  if (passwords.length > 0)
    await tx.insert(passwordSecrets).values(passwords.map(({ id: _id, archiveId: _of, ...row }) => row))

  const kept = await tx
    .select({ share: archivedDeviceShares })
    .from(archivedDeviceShares)
    .innerJoin(devices, eq(devices.id, archivedDeviceShares.deviceId))
    .where(and(eq(archivedDeviceShares.archiveId, archive.id), isNull(devices.revokedAt)))
  if (kept.length > 0) {
    await tx
      .insert(deviceShares)
      .values(kept.map(({ share: { id: _id, archiveId: _of, ...share } }) => ({ walletId, ...share })))
    const sealed = await tx
      .select()
      .from(archivedRecoveryShares)
      .where(
        and(
          eq(archivedRecoveryShares.archiveId, archive.id),
          inArray(
            archivedRecoveryShares.deviceId,
            kept.map(({ share }) => share.deviceId),
          ),
        ),
      )
    if (sealed.length > 0) await tx.insert(recoveryShares).values(sealed.map(({ archiveId: _of, ...row }) => row))
  }
  const { vault, accounts } = archive
  const next = { vault, accounts, vaultVersion: wallet.vaultVersion + 1, returned }
  await tx.update(wallets).set(next).where(eq(wallets.id, walletId))
  await deleteArchives(tx, [archive.id])
}

/** Removes a revoked device from every archive, so that an undo cannot bring it back. */
export async function deleteArchivedShares(tx: Transaction, { deviceId }: { deviceId: string }): Promise<void> {
  await tx.delete(archivedRecoveryShares).where(eq(archivedRecoveryShares.deviceId, deviceId))
  await tx.delete(archivedDeviceShares).where(eq(archivedDeviceShares.deviceId, deviceId))
}

/** Deletes epochs that can no longer be restored. */
export async function sweepArchives({ database, now }: { database: Database; now: Date }): Promise<void> {
  await database.transaction(async (tx) => {
    const over = await tx
      .select({ id: walletArchives.id })
      .from(walletArchives)
      .where(lte(walletArchives.undoUntil, now))
      .limit(1000)
    await deleteArchives(
      tx,
      over.map(({ id }) => id),
    )
  })
}

async function deleteArchives(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(archivedRecoveryShares).where(inArray(archivedRecoveryShares.archiveId, [...ids]))
  await tx.delete(archivedDeviceShares).where(inArray(archivedDeviceShares.archiveId, [...ids]))
  await tx.delete(archivedPasswordSecrets).where(inArray(archivedPasswordSecrets.archiveId, [...ids]))
  await tx.delete(walletArchives).where(inArray(walletArchives.id, [...ids]))
}
