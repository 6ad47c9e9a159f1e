import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type PasskeyPurpose, passkeyChallengeText } from '@latchkey/protocol/wallet'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '../platform/db/Database.ts'
import { passkeyChallenges } from './schema.ts'

/** Milliseconds that a challenge is valid. */
export const challengeLifetime = 5 * 60 * 1000

/** A stored challenge. */
export type Challenge = typeof passkeyChallenges.$inferSelect

/**
 * Returns the bytes that a passkey signs. They are the hash of a text with the purpose, so a challenge is never the hash of an operation,
 * even if the passkey controls an account elsewhere.
 */
export function challengeOf({ purpose, nonce }: { purpose: PasskeyPurpose; nonce: string }): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(passkeyChallengeText({ purpose, nonce })).digest())
}

/** Returns the random part of a challenge, as base64url. */
export function makeNonce(): string {
  return randomBytes(32).toString('base64url')
}

/** Stores a challenge. @returns its id */
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
 * Removes and returns a challenge. It can be used once, by the key and login that requested it.
 *
 * @returns undefined if there is none
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
