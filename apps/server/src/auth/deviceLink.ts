import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { announceMail } from '../mail/announceMail.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import { endAttempt, findAttempt, openAttemptEmail } from './attemptStore.ts'
import { indexEmail } from './emailAddress.ts'
import { findUser } from './findOrCreateUser.ts'
import { finishLogin } from './finishLogin.ts'
import type { LoginParts } from './LoginParts.ts'
import { codeSeconds, createCode, hashCode } from './loginCode.ts'
import { cooldownSeconds } from './loginLimits.ts'
import { authAttempts } from './schema.ts'
import { scopeOf } from './scopeOf.ts'

/** Wrong guesses of the number that are allowed. */
const numberTries = 3

const topicOf = (attemptId: string) => `attempt:${attemptId}`

/** Describes a link without changing anything, because mail scanners open links. @throws LatchkeyError `link_invalid`, `rate_limited` */
export async function inspectDeviceLink(
  { context, limits, projects }: LoginParts,
  { token, ip }: { token: string; ip: string },
) {
  await limits.tryCode({ ip })
  const [attempt] = await context.database.select().from(authAttempts).where(openLink(token, context.clock.now()))
  if (!attempt) throw new ServiceError('link_invalid')
  const { projectId, hostOrigin, deviceName, createdAt } = attempt
  const { name } = projects.check({ projectId, origin: hostOrigin })
  return { app: name, hostOrigin, device: deviceName, askedAt: createdAt.toISOString() }
}

/**
 * Approves the device that shows the number. In the same browser this finishes the login. In another browser the code follows.
 *
 * @param options.jkt key of the optional proof
 * @throws LatchkeyError `link_invalid`, `number_wrong`, `rate_limited`
 */
export async function approveDevice(
  { context, sealer, audit, mailer, limits, news, projects }: LoginParts,
  { token, number, jkt, ip }: { token: string; number: string; jkt: string | undefined; ip: string },
): Promise<{ next: 'code' | 'connected' }> {
  const { database, clock } = context
  await limits.tryCode({ ip })
  const now = clock.now()

  const outcome = await database.transaction(async (tx) => {
    const [attempt] = await tx
      .update(authAttempts)
      .set({ numberTries: sql`${authAttempts.numberTries} + 1` })
      .where(and(openLink(token, now), lt(authAttempts.numberTries, numberTries)))
      .returning()
    if (!attempt) return { kind: 'invalid' as const }
    const { id, projectId, hostOrigin, deviceName, language } = attempt
    if (!isSameHash(attempt.numberHash, sealer.mac({ purpose: 'number', data: `${id}|${number}` }))) {
      const isDead = attempt.numberTries >= numberTries
      if (isDead) await endAttempt(tx, { id, state: 'dead' })
      return { kind: 'wrong' as const, id, isDead }
    }
    const project = projects.check({ projectId, origin: hostOrigin })
    const email = await openAttemptEmail({ attempt, sealer })
    const isSameBrowser = jkt === attempt.jkt
    if (isSameBrowser) {
      await tx.update(authAttempts).set({ state: 'approved' }).where(eq(authAttempts.id, id))
    } else {
      const code = createCode()
      const codeExpiresAt = new Date(now + codeSeconds * 1000)
      await tx
        .update(authAttempts)
        .set({
          state: 'code',
          codeHash: hashCode({ attemptId: id, email, code, sealer }),
          codeExpiresAt,
          expiresAt: codeExpiresAt,
        })
        .where(eq(authAttempts.id, id))
      await mailer.enqueue(tx, {
        to: email,
        template: 'loginCode',
        contents: { code, app: project.name, hostOrigin, device: deviceName, minutes: codeSeconds / 60 },
        language,
        ttl: codeSeconds,
      })
    }
    const scope = scopeOf(project)
    const userId = (await findUser(tx, { scope, subjectIndex: indexEmail({ email, scope, sealer }) })) ?? null
    await audit.record(tx, {
      event: 'device.verified',
      userId,
      deviceId: null,
      data: { site: hostOrigin, device: deviceName },
    })
    return { kind: 'right' as const, id, isSameBrowser }
  })

  if (outcome.kind === 'invalid') throw new ServiceError('link_invalid')
  if (outcome.kind === 'wrong') {
    if (!outcome.isDead) throw new ServiceError('number_wrong')
    await news.publish(topicOf(outcome.id))
    throw new ServiceError('link_invalid')
  }
  if (!outcome.isSameBrowser) await announceMail(context.bus)
  await news.publish(topicOf(outcome.id))
  return { next: outcome.isSameBrowser ? 'connected' : 'code' }
}

/** Answer to the device that waits for approval. */
export type DeviceAnswer =
  | { status: 'pending' }
  | { status: 'approved'; resendAt: string; expiresAt: string }
  | { status: 'connected'; session: SessionTokens }

/**
 * Waits until the link is used, for at most 25 seconds.
 *
 * @throws LatchkeyError `attempt_unknown` for another device's attempt; `code_expired` if the link expired or the number was wrong
 */
export async function waitForDevice(
  parts: LoginParts,
  { attemptId, jkt, signal, timeout }: { attemptId: string; jkt: string; signal: AbortSignal; timeout?: number },
): Promise<DeviceAnswer> {
  const { context, sealer, news } = parts
  const { database, clock } = context

  const check = async (): Promise<DeviceAnswer | undefined> => {
    const attempt = await findAttempt(database, { id: attemptId, jkt, purpose: 'login' })
    if (!attempt) throw new ServiceError('attempt_unknown')
    const { state, expiresAt, codeExpiresAt } = attempt
    if (state === 'done' || state === 'dead' || expiresAt.getTime() <= clock.now())
      throw new ServiceError('code_expired')
    if (state === 'device') return undefined
    if (state === 'code') {
      const sentAt = (codeExpiresAt ?? expiresAt).getTime() - codeSeconds * 1000
      return {
        status: 'approved',
        resendAt: new Date(sentAt + cooldownSeconds * 1000).toISOString(),
        expiresAt: (codeExpiresAt ?? expiresAt).toISOString(),
      }
    }
    // A disconnected caller would never receive the tokens.
    if (signal.aborted) return undefined
    const email = await openAttemptEmail({ attempt, sealer })
    const session = await database.transaction(async (tx) => {
      // Of two concurrent waiters, one gets the login.
      const [taken] = await tx
        .update(authAttempts)
        .set({ state: 'done' })
        .where(and(eq(authAttempts.id, attemptId), eq(authAttempts.state, 'approved')))
        .returning({ id: authAttempts.id })
      return taken && finishLogin(parts, tx, { login: attempt, identity: { kind: 'email', email }, methods: ['link'] })
    })
    if (!session) throw new ServiceError('code_expired')
    return { status: 'connected', session }
  }

  const answer = await news.waitFor({
    topics: [topicOf(attemptId)],
    check,
    signal,
    ...(timeout === undefined ? {} : { timeout }),
  })
  return answer ?? { status: 'pending' }
}

/** Matches a link that was not used yet. */
function openLink(token: string, now: number) {
  return and(
    eq(authAttempts.linkHash, hashToken(token)),
    eq(authAttempts.state, 'device'),
    gt(authAttempts.expiresAt, new Date(now)),
  )
}
