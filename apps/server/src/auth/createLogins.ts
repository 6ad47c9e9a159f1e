import { randomUUID } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Audit } from '../audit/Audit.ts'
import type { Context } from '../platform/context.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import type { News } from './createNews.ts'
import { accessTokenSeconds, type TokenSigner } from './createTokenSigner.ts'
import { describeUser } from './describeUser.ts'
import { devices, refreshTokens, sessions } from './schema.ts'
import { createSessionLock, type SessionLock } from './sessionLock.ts'

/** Seconds that a refresh token is valid without use, and that all refresh tokens of one login are valid together. */
export const refreshSeconds = 30 * 86_400
export const familySeconds = 90 * 86_400

/** Method of a login or a step-up. */
export type AuthMethod = 'otp' | 'link' | 'passkey' | 'social'

/** Logins of devices. */
export type Logins = {
  /** Creates a login of a device. */
  issue: (
    tx: Transaction,
    options: {
      userId: string
      deviceId: string
      /** Login method of its start. Null for a passkey. */
      identityId: string | null
      projectId: string
      hostOrigin: string
      jkt: string
      methods: readonly AuthMethod[]
    },
  ) => Promise<SessionTokens>
  /**
   * Returns an active login, or undefined if it ended. Cached for at most two seconds, and removed from the cache when its end is
   * announced.
   */
  read: (sessionId: string) => Promise<WalletSession | undefined>
  /** The same, directly from the database. */
  readFresh: (sessionId: string) => Promise<WalletSession | undefined>
  /**
   * Ends logins: one, those of a device, those of a login method, or all of a user except `exceptSessionId`. After the commit, pass the ids
   * to `announce`.
   *
   * @param options.by reason for the log: `user`, `device.revoked`, `email.changed`, `identity.removed`, `reuse`
   * @returns the ids of those that were active
   */
  end: (
    tx: Transaction,
    options: {
      userId: string
      sessionId?: string
      deviceId?: string
      identityId?: string
      exceptSessionId?: string
      by: string
    },
  ) => Promise<string[]>
  /** Determines which logins are locked. */
  lock: SessionLock
  /** Locks a login until the next step-up, and notifies its watchers. */
  lockNow: (session: WalletSession) => Promise<void>
  /** Records that a person used the wallet, at most once in half a minute. @throws LatchkeyError `step_up_required` if it is locked */
  noteUse: (session: WalletSession) => Promise<void>
  /** Marks the login as fresh and unlocked. After the commit, pass its id to `announce`. */
  refreshAuthTime: (tx: Transaction, options: { sessionId: string; method: AuthMethod }) => Promise<Date>
  /** Makes every process read the logins again. Their watchers are answered at once. */
  announce: (sessionIds: readonly string[]) => Promise<void>
}

/** Milliseconds for which a login from the database counts as active. */
const trustMilliseconds = 2_000
const maxRemembered = 20_000
/** Milliseconds within which a use is not stored again. */
const useInterval = 30_000

export function createLogins({
  context: { config, database, clock },
  sealer,
  audit,
  signer,
  news,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock'>
  sealer: Sealer
  audit: Audit
  signer: TokenSigner
  news: News
}): Logins {
  const remembered = new Map<string, { session: WalletSession | undefined; readAt: number }>()
  const reading = new Map<string, Promise<WalletSession | undefined>>()
  const lock = createSessionLock({ config, clock })
  const forget = (id: string) => {
    remembered.delete(id)
    // A read in progress may be older than the announcement.
    reading.delete(id)
  }

  news.listen((topic) => {
    if (!topic.startsWith('session:')) return
    forget(topic.slice('session:'.length))
  })

  const readFresh = async (sessionId: string): Promise<WalletSession | undefined> => {
    const [row] = await database
      .select({ session: sessions, deviceRevokedAt: devices.revokedAt })
      .from(sessions)
      .innerJoin(devices, eq(devices.id, sessions.deviceId))
      .where(eq(sessions.id, sessionId))
    if (!row || row.session.revokedAt !== null || row.deviceRevokedAt !== null) return undefined
    const { userId, deviceId, projectId, hostOrigin, jkt, authTime, activeAt, lockedAt, amr } = row.session
    const times = { authTime, activeAt, lockedAt }
    return { userId, deviceId, sessionId, projectId, hostOrigin, jkt, ...times, amr: amr.split(' ') }
  }

  const load = (sessionId: string) => {
    const promise = readFresh(sessionId).then((session) => {
      if (reading.get(sessionId) === promise) {
        remembered.delete(sessionId)
        remembered.set(sessionId, { session, readAt: clock.now() })
        for (const oldest of remembered.keys()) {
          if (remembered.size <= maxRemembered) break
          remembered.delete(oldest)
        }
      }
      return session
    })
    const settle = () => {
      if (reading.get(sessionId) === promise) reading.delete(sessionId)
    }
    promise.then(settle, settle)
    reading.set(sessionId, promise)
    return promise
  }

  return {
    readFresh,
    read: async (sessionId) => {
      const known = remembered.get(sessionId)
      if (known && clock.now() - known.readAt < trustMilliseconds) return known.session
      return reading.get(sessionId) ?? load(sessionId)
    },

    issue: async (tx, { userId, deviceId, identityId, projectId, hostOrigin, jkt, methods }) => {
      const now = clock.now()
      const sessionId = randomUUID()
      const refreshToken = createToken()
      await tx.insert(sessions).values({
        id: sessionId,
        userId,
        deviceId,
        identityId,
        projectId,
        hostOrigin,
        jkt,
        authTime: new Date(now),
        amr: methods.join(' '),
        createdAt: new Date(now),
        activeAt: new Date(now),
      })
      await tx.insert(refreshTokens).values({
        hash: hashToken(refreshToken),
        sessionId,
        expiresAt: new Date(now + refreshSeconds * 1000),
        familyExpiresAt: new Date(now + familySeconds * 1000),
      })
      const tokens = {
        accessToken: await signer.sign({ sessionId, userId, jkt }),
        refreshToken,
        expiresIn: accessTokenSeconds,
        userId,
        deviceId,
        ...(await describeUser(tx, { userId, identityId, sealer })),
      }
      // Record it last, because it locks the audit log until the commit.
      await audit.record(tx, {
        event: 'session.issued',
        userId,
        deviceId,
        data: { methods: methods.join(' '), site: hostOrigin },
      })
      return tokens
    },

    end: async (tx, { userId, sessionId, deviceId, identityId, exceptSessionId, by }) => {
      const ended = await tx
        .update(sessions)
        .set({ revokedAt: new Date(clock.now()), revokedBy: by })
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            sessionId === undefined ? undefined : eq(sessions.id, sessionId),
            deviceId === undefined ? undefined : eq(sessions.deviceId, deviceId),
            identityId === undefined ? undefined : eq(sessions.identityId, identityId),
            exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
          ),
        )
        .returning({ id: sessions.id, deviceId: sessions.deviceId })
      for (const { deviceId: device } of ended) {
        await audit.record(tx, { event: 'session.ended', userId, deviceId: device, data: { by } })
      }
      return ended.map(({ id }) => id)
    },

    lock,
    lockNow: async ({ sessionId }) => {
      await database
        .update(sessions)
        .set({ lockedAt: new Date(clock.now()) })
        .where(and(eq(sessions.id, sessionId), isNull(sessions.lockedAt)))
      await news.publish(`session:${sessionId}`)
    },
    noteUse: async (session) => {
      lock.requireUnlocked(session)
      const now = clock.now()
      if (now - session.activeAt.getTime() < useInterval) return
      const [used] = await database
        .update(sessions)
        .set({ activeAt: new Date(now) })
        // Skip a login that was locked since it was read.
        .where(and(eq(sessions.id, session.sessionId), isNull(sessions.lockedAt)))
        .returning({ id: sessions.id })
      forget(session.sessionId)
      if (!used) throw new ServiceError('step_up_required')
    },

    refreshAuthTime: async (tx, { sessionId, method }) => {
      const now = new Date(clock.now())
      const [row] = await tx
        .select({ amr: sessions.amr })
        .from(sessions)
        .where(eq(sessions.id, sessionId))
        .for('update')
      // Remove an earlier passkey, which must not count as fresh because of a code.
      const earlier = row?.amr.split(' ').filter((one) => one !== 'passkey') ?? []
      const methods = new Set([...earlier, method])
      await tx
        .update(sessions)
        .set({ authTime: now, activeAt: now, lockedAt: null, amr: [...methods].join(' ') })
        .where(eq(sessions.id, sessionId))
      return now
    },

    announce: async (sessionIds) => {
      for (const id of sessionIds) await news.publish(`session:${id}`)
    },
  }
}
