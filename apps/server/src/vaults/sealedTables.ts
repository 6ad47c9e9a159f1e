import { eq } from 'drizzle-orm'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { deviceShares, wallets } from './schema.ts'
import { shareContext } from './storeDeviceShares.ts'

/** What this capability keeps sealed. */
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
]
