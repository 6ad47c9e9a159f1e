import { lt, or } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Database } from '../platform/db/Database.ts'
import { familySeconds } from './createLogins.ts'
import { authAttempts, loginNotices, refreshTokens, sessions } from './schema.ts'

const day = 86_400_000

/** Deletes attempts, tokens, logins and notices a day after their expiry. */
export async function sweepLogins({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const dayAgo = new Date(clock.now() - day)
  await database.delete(authAttempts).where(lt(authAttempts.expiresAt, dayAgo))
  await database
    .delete(refreshTokens)
    .where(or(lt(refreshTokens.expiresAt, dayAgo), lt(refreshTokens.familyExpiresAt, dayAgo)))
  await database.delete(loginNotices).where(lt(loginNotices.expiresAt, dayAgo))
  await database.delete(sessions).where(lt(sessions.createdAt, new Date(dayAgo.getTime() - familySeconds * 1000)))
}
