import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { refreshSeconds } from './createLogins.ts'
import { accessTokenSeconds, type TokenSigner } from './createTokenSigner.ts'
import { describeUser } from './describeUser.ts'
import type { LoginParts } from './LoginParts.ts'
import { devices, refreshTokens, sessions } from './schema.ts'

/** Seconds within which the same device gets the same pair again, because the first response may have been lost. */
const graceSeconds = 10

type Pair = { accessToken: string; refreshToken: string }

/**
 * Exchanges a refresh token for a new pair. A token that is reused, or used with another key, counts as stolen: the whole family ends.
 *
 * @throws LatchkeyError `session_ended`, `rate_limited`; `origin_not_allowed` if the origin is no longer allowed
 */
export async function refreshSession(
  { context, audit, limits, sealer, sessions: store, projects }: LoginParts,
  { refreshToken, jkt, signer }: { refreshToken: string; jkt: string; signer: TokenSigner },
): Promise<SessionTokens> {
  const { database, clock } = context
  const hash = hashToken(refreshToken)
  const find = () =>
    database
      .select({ sessionId: refreshTokens.sessionId, session: sessions, deviceRevokedAt: devices.revokedAt })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .innerJoin(devices, eq(devices.id, sessions.deviceId))
      .where(eq(refreshTokens.hash, hash))
  const [found] = await find()
  if (!found || found.session.revokedAt !== null || found.deviceRevokedAt !== null) {
    throw new ServiceError('session_ended')
  }
  const { id: sessionId, userId, deviceId, identityId, projectId, hostOrigin } = found.session
  if (found.session.jkt === jkt) {
    projects.check({ projectId, origin: hostOrigin })
    await limits.refresh({ sessionId })
  }

  const outcome = await database.transaction(async (tx): Promise<{ pair: Pair } | { ended: string[] }> => {
    const [token] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update')
    const now = clock.now()
    if (!token || token.expiresAt.getTime() <= now || token.familyExpiresAt.getTime() <= now) return { ended: [] }
    const isSameKey = found.session.jkt === jkt
    if (isSameKey && token.usedAt === null) {
      const pair = {
        accessToken: await signer.sign({ sessionId, userId, jkt }),
        refreshToken: createToken(),
      }
      await tx.insert(refreshTokens).values({
        hash: hashToken(pair.refreshToken),
        sessionId,
        expiresAt: new Date(Math.min(now + refreshSeconds * 1000, token.familyExpiresAt.getTime())),
        familyExpiresAt: token.familyExpiresAt,
      })
      await tx
        .update(refreshTokens)
        .set({ usedAt: new Date(now), nextSealed: sealPair({ refreshToken, pair }) })
        .where(eq(refreshTokens.hash, hash))
      await tx
        .update(devices)
        .set({ lastSeenAt: new Date(now) })
        .where(eq(devices.id, deviceId))
      return { pair }
    }
    const isRetry = token.usedAt !== null && now - token.usedAt.getTime() <= graceSeconds * 1000
    if (isSameKey && isRetry && token.nextSealed) return { pair: openPair({ refreshToken, sealed: token.nextSealed }) }
    const ended = await store.end(tx, { userId, sessionId, by: 'reuse' })
    await audit.record(tx, {
      event: 'session.reuse',
      userId,
      deviceId,
      data: { site: hostOrigin, reason: isSameKey ? 'used again' : 'another key' },
    })
    return { ended }
  })

  if ('ended' in outcome) {
    await store.announce(outcome.ended)
    throw new ServiceError('session_ended')
  }
  const described = await describeUser(database, { userId, identityId, sealer })
  return { ...outcome.pair, expiresIn: accessTokenSeconds, userId, deviceId, ...described }
}

/** The next pair is sealed under the token itself. The database has only its hash. */
function keyOf(refreshToken: string): Buffer {
  return Buffer.from(hkdfSync('sha256', refreshToken, '', 'latchkey/next-pair/v1', 32))
}

function sealPair({ refreshToken, pair }: { refreshToken: string; pair: Pair }): Uint8Array {
  const iv = randomBytes(12)
  const sealing = createCipheriv('aes-256-gcm', keyOf(refreshToken), iv)
  const text = sealing.update(JSON.stringify(pair), 'utf8')
  return new Uint8Array(Buffer.concat([iv, text, sealing.final(), sealing.getAuthTag()]))
}

function openPair({ refreshToken, sealed }: { refreshToken: string; sealed: Uint8Array }): Pair {
  const opening = createDecipheriv('aes-256-gcm', keyOf(refreshToken), sealed.subarray(0, 12), { authTagLength: 16 })
  opening.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()])
  return JSON.parse(text.toString()) as Pair
}
