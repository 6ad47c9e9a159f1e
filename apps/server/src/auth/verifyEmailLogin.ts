import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { Transaction } from '../platform/db/Database.ts'
import { type Attempt, endAttempt, findAttempt, isCodeOpen, openAttemptEmail, tryAttemptCode } from './attemptStore.ts'
import type { AuthMethod } from './createSessions.ts'
import { indexEmail } from './emailAddress.ts'
import { findOrCreateDevice } from './findOrCreateDevice.ts'
import { findOrCreateUser, findUser } from './findOrCreateUser.ts'
import type { LoginParts } from './LoginParts.ts'
import { scopeOf } from './scopeOf.ts'

/**
 * Takes the code of a login.
 *
 * @throws LatchkeyError `code_wrong` while there are tries left, then `code_expired`; `attempt_unknown` for another device's
 * attempt; `rate_limited`; `email_moved`
 */
export async function verifyEmailLogin(
  parts: LoginParts,
  { attemptId, otp, jkt, ip }: { attemptId: string; otp: string; jkt: string; ip: string },
): Promise<SessionTokens> {
  const { context, sealer, limits, audit, projects } = parts
  const { database, clock } = context
  await limits.tryCode({ ip })
  const attempt = await findAttempt(database, { id: attemptId, jkt, purpose: 'login' })
  if (!attempt || attempt.state === 'device' || attempt.state === 'approved') throw new ServiceError('attempt_unknown')
  const now = new Date(clock.now())
  if (!isCodeOpen({ attempt, now })) throw new ServiceError('code_expired')
  const project = projects.check({ projectId: attempt.projectId, origin: attempt.hostOrigin })
  const email = await openAttemptEmail({ attempt, sealer })

  // Who used the link has the mailbox: the guesses of others do not shut them out.
  const failure = attempt.linkHash === null ? await limits.reserveFailure({ who: { email } }) : { undo: async () => {} }
  if (!failure) {
    await endAttempt(database, { id: attempt.id, state: 'dead' })
    throw new ServiceError('code_expired')
  }
  const outcome = await database.transaction(async (tx) => {
    const result = await tryAttemptCode(tx, { attempt, email, code: otp, now, sealer })
    if (result === 'right') return finishLogin(parts, tx, { attempt, email, methods: ['otp'] })
    const subjectIndex = indexEmail({ email, scope: scopeOf(project), sealer })
    const userId = (await findUser(tx, { scope: scopeOf(project), subjectIndex })) ?? null
    await audit.record(tx, { event: 'otp.bad', userId, deviceId: null, data: { site: attempt.hostOrigin } })
    return result
  })
  if (outcome === 'wrong') throw new ServiceError('code_wrong')
  if (outcome === 'dead') throw new ServiceError('code_expired')
  await failure.undo()
  return outcome
}

/** Makes the session of a proven address, with its user and device where they are new. */
export async function finishLogin(
  { context: { clock }, sealer, audit, sessions, projects }: LoginParts,
  tx: Transaction,
  { attempt, email, methods }: { attempt: Attempt; email: string; methods: readonly AuthMethod[] },
): Promise<SessionTokens> {
  const { projectId, hostOrigin, jkt, deviceName } = attempt
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  const subjectIndex = indexEmail({ email, scope, sealer })
  const { userId } = await findOrCreateUser(tx, { scope, subjectIndex, email, sealer, clock })
  const { deviceId } = await findOrCreateDevice(tx, { userId, jkt, name: deviceName, projectId, hostOrigin, clock })
  if (methods.includes('otp')) {
    await audit.record(tx, { event: 'otp.ok', userId, deviceId, data: { site: hostOrigin, device: deviceName } })
  }
  return sessions.issue(tx, { userId, deviceId, projectId, hostOrigin, jkt, methods })
}
