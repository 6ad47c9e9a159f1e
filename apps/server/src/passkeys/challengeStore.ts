import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type PasskeyPurpose, passkeyChallengeText } from '@latchkey/protocol/wallet'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { passkeyChallenges } from './schema.ts'

/** Milliseconds that a challenge is open. */
export const challengeLifetime = 5 * 60 * 1000

/** What a challenge was made for. */
export type Challenge = typeof passkeyChallenges.$inferSelect

/**
 * Returns the bytes that a passkey is asked to sign. They are the hash of a text that names the purpose, so a challenge is never the hash of
 * an operation, whatever key the passkey owns elsewhere.
 */
export function challengeOf({ purpose, nonce }: { purpose: PasskeyPurpose; nonce: string }): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(passkeyChallengeText({ purpose, nonce })).digest())
}

/** Makes the random part of a challenge, as base64url. */
export function makeNonce(): string {
  return randomBytes(32).toString('base64url')
}

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
