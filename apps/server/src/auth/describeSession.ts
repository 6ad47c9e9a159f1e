import { eq } from 'drizzle-orm'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { devices } from './schema.ts'

/** Describes the app and the device of a login, for notices. */
export async function describeSession({
  db,
  config: { projects },
  session: { deviceId, projectId, hostOrigin },
}: {
  db: Database | Transaction
  config: Pick<ServerConfig, 'projects'>
  session: WalletSession
}): Promise<{ app: string; device: string }> {
  const [row] = await db.select({ name: devices.name }).from(devices).where(eq(devices.id, deviceId))
  return { app: projects.find(({ id }) => id === projectId)?.name ?? hostOrigin, device: row?.name ?? '' }
}
