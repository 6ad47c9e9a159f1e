import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { passkeyChallenges } from './schema.ts'

/** Milliseconds that a challenge is open. */
export const challengeLifetime = 5 * 60 * 1000

/** What a challenge was made for. */
export type Challenge = typeof passkeyChallenges.$inferSelect

/** Keeps a challenge. @returns its id */
export async function keepChallenge(
  database: Database,
  challenge: Omit<Challenge, 'id' | 'expiresAt'> & { now: number },
): Promise<string> {
  const id = randomUUID()
  const { now, ...values } = challenge
  await database.insert(passkeyChallenges).values({ ...values, id, expiresAt: new Date(now + challengeLifetime) })
  return id
}

/**
 * Takes a challenge out: it is used once, by the key and the session that asked for it.
 *
 * @returns undefined when there is none
 */
export async function takeChallenge(
  database: Database,
  {
    id,
    purpose,
    jkt,
    sessionId,
    now,
  }: { id: string; purpose: Challenge['purpose']; jkt: string; sessionId: string | null; now: number },
): Promise<Challenge | undefined> {
  const [row] = await database
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.jkt, jkt),
        sessionId === null ? isNull(passkeyChallenges.sessionId) : eq(passkeyChallenges.sessionId, sessionId),
        gt(passkeyChallenges.expiresAt, new Date(now)),
      ),
    )
    .returning()
  return row
}
