import { eq } from 'drizzle-orm'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { passwordContext } from './passwordStore.ts'
import {
  archivedDeviceShares,
  archivedPasswordSecrets,
  deviceShares,
  passwordSecrets,
  walletArchives,
  wallets,
} from './schema.ts'
import { shareContext } from './storeDeviceShares.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'device_shares.sealed_share',
    table: deviceShares,
    key: deviceShares.deviceId,
    kekId: deviceShares.kekId,
    boxes: [
      {
        column: deviceShares.sealedShare,
        context: async ({ deviceId, walletId, epoch }, database) => {
          const [wallet] = await database
            .select({ userId: wallets.userId })
            .from(wallets)
            .where(eq(wallets.id, String(walletId)))
          return shareContext({ userId: wallet?.userId ?? '', deviceId: String(deviceId), epoch: Number(epoch) })
        },
      },
    ],
  },
  {
    name: 'password_secrets.sealed',
    table: passwordSecrets,
    key: passwordSecrets.factorId,
    kekId: passwordSecrets.kekId,
    boxes: [
      {
        column: passwordSecrets.sealed,
        context: ({ walletId, factorId }) =>
          passwordContext({ walletId: String(walletId), factorId: String(factorId) }),
      },
    ],
  },
  {
    name: 'archived_password_secrets.sealed',
    table: archivedPasswordSecrets,
    key: archivedPasswordSecrets.id,
    kekId: archivedPasswordSecrets.kekId,
    boxes: [
      {
        column: archivedPasswordSecrets.sealed,
        context: ({ walletId, factorId }) =>
          passwordContext({ walletId: String(walletId), factorId: String(factorId) }),
      },
    ],
  },
  {
    name: 'archived_device_shares.sealed_share',
    table: archivedDeviceShares,
    key: archivedDeviceShares.id,
    kekId: archivedDeviceShares.kekId,
    boxes: [
      {
        column: archivedDeviceShares.sealedShare,
        context: async ({ archiveId, deviceId, epoch }, database) => {
          const [wallet] = await database
            .select({ userId: wallets.userId })
            .from(walletArchives)
            .innerJoin(wallets, eq(wallets.id, walletArchives.walletId))
            .where(eq(walletArchives.id, String(archiveId)))
          return shareContext({ userId: wallet?.userId ?? '', deviceId: String(deviceId), epoch: Number(epoch) })
        },
      },
    ],
  },
]
