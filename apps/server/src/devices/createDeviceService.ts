import { ServiceError } from '@latchkey/protocol/errors'
import type { Device } from '@latchkey/protocol/wallet'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { describeSession } from '../auth/describeSession.ts'
import { lockUser } from '../auth/lockUser.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { devices } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { deleteArchivedShares } from '../vaults/archiveStore.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { deviceShares } from '../vaults/schema.ts'
import type { VaultPorts } from '../vaults/VaultPorts.ts'
import { deleteShares, readEnrolled, readFactors, readOnlyCoveredBy, readWallet } from '../vaults/vaultStore.ts'

/** Devices of users. */
export type DeviceService = {
  list: (session: WalletCaller) => Promise<{ devices: Device[] }>
  /**
   * Revokes a device: its logins end at once, and its share and everything sealed by it are deleted.
   *
   * @throws LatchkeyError `device_unknown`; `step_up_required` and `device_not_enrolled` for a device other than the caller's;
   * `factor_uncovered` if a recovery factor would lose its last share
   */
  revoke: (session: WalletCaller, options: { deviceId: string }) => Promise<Record<string, never>>
}

export function createDeviceService({ context, audit, notify, news, sessions }: VaultPorts): DeviceService {
  const { config, database, clock } = context
  return {
    list: async ({ userId, deviceId }) => {
      const rows = await database
        .select({ device: devices, epoch: deviceShares.epoch })
        .from(devices)
        .leftJoin(deviceShares, eq(deviceShares.deviceId, devices.id))
        .where(and(eq(devices.userId, userId), isNull(devices.revokedAt)))
        .orderBy(desc(devices.lastSeenAt), devices.id)
      return {
        devices: rows.map(({ device: { id, name, hostOrigin, createdAt, lastSeenAt }, epoch }) => ({
          id,
          name,
          hostOrigin,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          current: id === deviceId,
          enrolled: epoch !== null,
        })),
      }
    },

    revoke: async (session, { deviceId }) => {
      const { userId, language } = session
      const ended = await database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const [device] = await tx
          .select({ name: devices.name })
          .from(devices)
          .where(and(eq(devices.id, deviceId), eq(devices.userId, userId), isNull(devices.revokedAt)))
        if (!device) throw new ServiceError('device_unknown')
        if (deviceId !== session.deviceId) {
          await requireEnrolled({ db: tx, session })
          await requireStepUpOf({ db: tx, session, clock })
        }

        const wallet = await readWallet(tx, { userId })
        if (wallet) {
          const walletId = wallet.id
          if ((await readOnlyCoveredBy(tx, { walletId, deviceId })).length > 0) {
            throw new ServiceError('factor_uncovered')
          }
          const enrolled = await readEnrolled(tx, { walletId })
          const isLast = enrolled.length === 1 && enrolled[0] === deviceId
          // Neither a device nor a recovery factor would be left to open the wallet.
          if (isLast && (await readFactors(tx, { walletId })).length === 0) {
            throw new ServiceError('factor_uncovered', {
              message: 'This is the only device that opens the wallet. Add a recovery method first',
            })
          }
          await deleteShares(tx, { deviceId })
          await deleteArchivedShares(tx, { deviceId })
        }
        await tx
          .update(devices)
          .set({ revokedAt: new Date(clock.now()) })
          .where(eq(devices.id, deviceId))
        const { app } = await describeSession({ db: tx, config, session })
        await notify(tx, { userId, language, template: 'deviceRevoked', contents: { app, device: device.name } })
        const ended = await sessions.end(tx, { userId, deviceId, by: 'device.revoked' })
        await audit.record(tx, {
          event: 'device.revoked',
          userId,
          deviceId,
          data: { name: device.name, itself: deviceId === session.deviceId },
        })
        return ended
      })
      await sessions.announce(ended)
      await news.publish(`user:${userId}`)
      return {}
    },
  }
}
