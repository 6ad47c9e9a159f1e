import type { SocialProvider } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { listContactRows } from './loginMethodStore.ts'
import { sessions } from './schema.ts'

/**
 * Returns the provider with which a user confirms an action: that of the current login, else the oldest of the account. Returns undefined
 * if the operator no longer offers any of them.
 */
export async function findStepUpProvider(
  database: Database | Transaction,
  {
    session: { userId, sessionId },
    config,
  }: { session: Pick<WalletSession, 'userId' | 'sessionId'>; config: Pick<ServerConfig, 'social'> },
): Promise<SocialProvider | undefined> {
  const offered = listSocialProviders(config)
  const rows = await listContactRows(database, userId)
  const [session] = await database
    .select({ identityId: sessions.identityId })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  const own = rows.filter(({ id }) => id === session?.identityId)
  return [...own, ...rows].flatMap(({ kind }) => offered.filter((provider) => provider === kind))[0]
}
