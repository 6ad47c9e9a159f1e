import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { devices } from './schema.ts'

/**
 * Returns the user's device with this key. Creates it if it does not exist. A revoked device returns as a new one, because its data was
 * deleted.
 *
 * @param options.jkt JWK thumbprint of the device's key
 * @param options.name display name, from `nameDevice`
 */
export async function findOrCreateDevice(
  tx: Transaction,
  {
    userId,
    jkt,
    name,
    projectId,
    hostOrigin,
    clock,
  }: { userId: string; jkt: string; name: string; projectId: string; hostOrigin: string; clock: Clock },
): Promise<{ deviceId: string; isNew: boolean }> {
  const now = new Date(clock.now())
  const seen = { name, projectId, hostOrigin, lastSeenAt: now }
  const [known] = await tx
    .update(devices)
    .set(seen)
    .where(and(eq(devices.userId, userId), eq(devices.jkt, jkt), isNull(devices.revokedAt)))
    .returning({ id: devices.id })
  if (known) return { deviceId: known.id, isNew: false }
  const [made] = await tx
    .insert(devices)
    .values({ id: randomUUID(), userId, jkt, createdAt: now, ...seen })
    .onConflictDoUpdate({ target: [devices.userId, devices.jkt], set: { ...seen, createdAt: now, revokedAt: null } })
    .returning({ id: devices.id })
  if (!made) throw new Error('A device can neither be found nor added')
  return { deviceId: made.id, isNew: true }
}
