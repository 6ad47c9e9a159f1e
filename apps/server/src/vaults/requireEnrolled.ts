import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { deviceShares, wallets } from './schema.ts'

/**
 * Requires a device that has opened the wallet, or an account without a wallet. A login only proves access to the mailbox. It must not be
 * enough to change or remove a wallet, its devices or its account.
 *
 * @throws LatchkeyError `device_not_enrolled`
 */
export async function requireEnrolled({
  db,
  session: { userId, deviceId },
}: {
  db: Database | Transaction
  session: Pick<WalletSession, 'userId' | 'deviceId'>
}): Promise<void> {
  const [row] = await db
    .select({ epoch: deviceShares.epoch })
    .from(wallets)
    .leftJoin(deviceShares, and(eq(deviceShares.walletId, wallets.id), eq(deviceShares.deviceId, deviceId)))
    .where(eq(wallets.userId, userId))
  if (row && row.epoch === null) throw new ServiceError('device_not_enrolled')
}
