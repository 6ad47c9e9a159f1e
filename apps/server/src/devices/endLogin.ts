import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { LoginParts } from '../auth/LoginParts.ts'
import { devices, loginNotices, users } from '../auth/schema.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { deviceShares } from '../vaults/schema.ts'

/**
 * Describes the link in a notice of a new device without changing anything, because mail scanners open links. @throws LatchkeyError
 * `link_invalid`, `rate_limited`
 */
export async function inspectLoginNotice(
  { context: { config, database, clock }, limits }: LoginParts,
  { token, ip }: { token: string; ip: string },
): Promise<{ app: string; hostOrigin: string; device: string; at: string }> {
  await limits.tryCode({ ip })
  const [notice] = await database.select().from(loginNotices).where(openNotice(token, clock.now()))
  if (!notice) throw new ServiceError('link_invalid')
  const { projectId, hostOrigin, deviceName, createdAt } = notice
  const app = config.projects.find(({ id }) => id === projectId)?.name ?? hostOrigin
  return { app, hostOrigin, device: deviceName, at: createdAt.toISOString() }
}

/**
 * Ends the login of a notice, once. Every login of that device ends, and its key cannot log in for a day. A device without the wallet is
 * revoked. One with the wallet keeps its share, because a mailbox must not be enough to take the wallet from its last device.
 *
 * @returns whether the device has the wallet
 * @throws LatchkeyError `link_invalid`, `rate_limited`
 */
export async function endLogin(
  { context: { database, clock }, audit, limits, sessions, news }: LoginParts,
  { token, ip }: { token: string; ip: string },
): Promise<{ isEnrolled: boolean }> {
  await limits.tryCode({ ip })
  const outcome = await database.transaction(async (tx) => {
    const now = new Date(clock.now())
    const [notice] = await tx
      .update(loginNotices)
      .set({ endedAt: now })
      .where(openNotice(token, now.getTime()))
      .returning()
    if (!notice) return undefined
    const { userId, deviceId, deviceName: name } = notice
    // Lock the user first, like every change of an account, to prevent deadlocks.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const isEnrolled = (await tx.$count(deviceShares, eq(deviceShares.deviceId, deviceId))) > 0
    if (!isEnrolled) {
      await tx
        .update(devices)
        .set({ revokedAt: now })
        .where(and(eq(devices.id, deviceId), isNull(devices.revokedAt)))
      await audit.record(tx, { event: 'device.revoked', userId, deviceId, data: { name, itself: false, by: 'mail' } })
    }
    const ended = await sessions.end(tx, { userId, deviceId, by: 'mail' })
    // Record the use of the link, even if no login was left to end.
    if (isEnrolled && ended.length === 0) {
      await audit.record(tx, { event: 'session.ended', userId, deviceId, data: { by: 'mail' } })
    }
    return { userId, ended, isEnrolled }
  })
  if (!outcome) throw new ServiceError('link_invalid')
  const { userId, ended, isEnrolled } = outcome
  await sessions.announce(ended)
  await news.publish(`user:${userId}`)
  return { isEnrolled }
}

/** Condition for an unused, valid link. */
function openNotice(token: string, now: number) {
  return and(
    eq(loginNotices.hash, hashToken(token)),
    isNull(loginNotices.endedAt),
    gt(loginNotices.expiresAt, new Date(now)),
  )
}
