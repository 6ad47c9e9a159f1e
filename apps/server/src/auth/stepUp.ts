import { randomUUID } from 'node:crypto'
import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { eq } from 'drizzle-orm'
import { announceMail } from '../mail/announceMail.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { endAttempt, findAttempt, insertAttempt, isCodeOpen, openAttemptEmail, tryAttemptCode } from './attemptStore.ts'
import { indexEmail } from './emailAddress.ts'
import { findStepUpProvider } from './findStepUpProvider.ts'
import { hasPasskey } from './hasPasskey.ts'
import type { LoginParts } from './LoginParts.ts'
import { codeSeconds, createCode, hashCode } from './loginCode.ts'
import { cooldownSeconds } from './loginLimits.ts'
import { readLoginEmail } from './readLoginEmail.ts'
import { freshSeconds } from './requireStepUp.ts'
import { devices } from './schema.ts'
import { scopeOf } from './scopeOf.ts'

/**
 * Sends a code to confirm a sensitive action, or returns the account's other method: its passkey, or its provider if it has no login
 * address.
 *
 * @throws LatchkeyError `email_cooldown`, `rate_limited`, `session_ended`, `social_unavailable` if the account has neither an address nor a
 * provider that is still offered
 */
export async function startStepUp(
  { context, sealer, audit, mailer, limits, projects }: LoginParts,
  { session, ip, language }: { session: WalletSession; ip: string; language: string },
): Promise<{
  method: 'code' | 'passkey' | 'social'
  provider: SocialProvider | null
  attemptId: string | null
  resendAt: string | null
}> {
  const { database, clock } = context
  const { userId, deviceId, sessionId, projectId, hostOrigin, jkt } = session
  if (await hasPasskey(database, userId)) return { method: 'passkey', provider: null, attemptId: null, resendAt: null }
  const project = projects.check({ projectId, origin: hostOrigin })
  const email = await readLoginEmail(database, { userId, sealer })
  if (email === undefined) {
    const provider = await findStepUpProvider(database, { session, config: context.config })
    if (!provider) throw new ServiceError('social_unavailable')
    return { method: 'social', provider, attemptId: null, resendAt: null }
  }
  await limits.sendMail({ email, ip, projectId, isKnown: true, isOwnMailbox: true })

  const id = randomUUID()
  const now = clock.now()
  const code = createCode()
  const expiresAt = new Date(now + codeSeconds * 1000)
  const sealed = await sealer.seal({ plaintext: Buffer.from(email), context: `attempt:${id}` })
  await database.transaction(async (tx) => {
    const [device] = await tx.select({ name: devices.name }).from(devices).where(eq(devices.id, deviceId))
    const deviceName = device?.name ?? 'Unknown device'
    await insertAttempt(tx, {
      id,
      purpose: 'step-up',
      projectId,
      sessionId,
      subjectIndex: indexEmail({ email, scope: scopeOf(project), sealer }),
      sealedSubject: sealed.box,
      kekId: sealed.kekId,
      jkt,
      hostOrigin,
      deviceName,
      language,
      codeHash: hashCode({ attemptId: id, email, code, sealer }),
      codeExpiresAt: expiresAt,
      state: 'code',
      createdAt: new Date(now),
      expiresAt,
    })
    await mailer.enqueue(tx, {
      to: email,
      template: 'stepUpCode',
      contents: { code, app: project.name, device: deviceName, minutes: codeSeconds / 60 },
      language,
      ttl: codeSeconds,
    })
    await audit.record(tx, { event: 'otp.sent', userId, deviceId, data: { site: hostOrigin, purpose: 'step-up' } })
  })
  await announceMail(context.bus)
  return {
    method: 'code',
    provider: null,
    attemptId: id,
    resendAt: new Date(now + cooldownSeconds * 1000).toISOString(),
  }
}

/** Accepts the code of a step-up. @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown`, `rate_limited` */
export async function verifyStepUp(
  { context, sealer, audit, limits, sessions }: LoginParts,
  { session, attemptId, otp, ip }: { session: WalletSession; attemptId: string; otp: string; ip: string },
): Promise<{ freshUntil: string }> {
  const { database, clock } = context
  const { userId, deviceId, sessionId, jkt, hostOrigin } = session
  await limits.tryCode({ ip })
  const attempt = await findAttempt(database, { id: attemptId, jkt, purpose: 'step-up' })
  if (!attempt || attempt.sessionId !== sessionId) throw new ServiceError('attempt_unknown')
  const now = new Date(clock.now())
  if (!isCodeOpen({ attempt, now })) throw new ServiceError('code_expired')
  // A code from the time before the passkey proves less than a passkey.
  if (await hasPasskey(database, userId)) throw new ServiceError('attempt_unknown')
  const email = await openAttemptEmail({ attempt, sealer })
  const failure = await limits.reserveFailure({ who: { deviceId } })
  if (!failure) {
    await endAttempt(database, { id: attemptId, state: 'dead' })
    throw new ServiceError('rate_limited')
  }
  const outcome = await database.transaction(async (tx) => {
    const result = await tryAttemptCode(tx, { attempt, email, code: otp, now, sealer })
    // Before the audit log, which is locked from its first entry to the commit.
    const value = result === 'right' ? await sessions.refreshAuthTime(tx, { sessionId, method: 'otp' }) : result
    const event = result === 'right' ? 'otp.ok' : 'otp.bad'
    await audit.record(tx, { event, userId, deviceId, data: { site: hostOrigin, purpose: 'step-up' } })
    return value
  })
  if (outcome === 'wrong') throw new ServiceError('code_wrong')
  if (outcome === 'dead') throw new ServiceError('code_expired')
  await failure.undo()
  await sessions.announce([sessionId])
  return { freshUntil: new Date(outcome.getTime() + freshSeconds * 1000).toISOString() }
}
