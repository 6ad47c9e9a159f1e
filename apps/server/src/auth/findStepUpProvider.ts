import type { SocialProvider } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { listSocialProviders } from '../platform/config/listSocialProviders.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { listContactRows } from './identityStore.ts'
import { sessions } from './schema.ts'

/**
 * The provider with which a user confirms that it is them: the one that the session began with, else the one that the account has had
 * the longest; undefined when the account has none that the operator still offers.
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
