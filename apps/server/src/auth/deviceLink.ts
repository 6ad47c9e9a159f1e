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

/** How often the number on the other screen may be wrong. */
const numberTries = 3

const topicOf = (attemptId: string) => `attempt:${attemptId}`

/** What a link is about. Looking changes nothing: mail scanners open links. @throws LatchkeyError `link_invalid`, `rate_limited` */
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
 * Approves the device that shows the number. From the same browser the login is finished; from any other the code comes next.
 *
 * @param options.jkt the key of the proof that came with it, if one did
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

/** What the device that waits for its approval is told. */
export type DeviceAnswer =
  | { status: 'pending' }
  | { status: 'approved'; resendAt: string; expiresAt: string }
  | { status: 'connected'; session: SessionTokens }

/**
 * Waits until the link was used, 25 seconds at most.
 *
 * @throws LatchkeyError `attempt_unknown` for another device's attempt; `code_expired` when the link ran out or the number was wrong
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
    // Who is gone would never get it.
    if (signal.aborted) return undefined
    const email = await openAttemptEmail({ attempt, sealer })
    const session = await database.transaction(async (tx) => {
      // Of two that wait, one gets the session.
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

/** A link that was not used yet. */
function openLink(token: string, now: number) {
  return and(
    eq(authAttempts.linkHash, hashToken(token)),
    eq(authAttempts.state, 'device'),
    gt(authAttempts.expiresAt, new Date(now)),
  )
}
