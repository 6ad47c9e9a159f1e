import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import { endAttempt, findAttempt, isCodeOpen, openAttemptEmail, tryAttemptCode } from './attemptStore.ts'
import { indexEmail } from './emailAddress.ts'
import { findUser } from './findOrCreateUser.ts'
import { finishLogin } from './finishLogin.ts'
import type { LoginParts } from './LoginParts.ts'
import { scopeOf } from './scopeOf.ts'

/**
 * Accepts the code of a login.
 *
 * @throws LatchkeyError `code_wrong` while tries are left, then `code_expired`; `attempt_unknown` for another device's attempt;
 * `rate_limited`; `email_moved`
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

  // A visitor who used the link has the mailbox, so wrong guesses of others do not lock them out.
  const failure = attempt.linkHash === null ? await limits.reserveFailure({ who: { email } }) : { undo: async () => {} }
  if (!failure) {
    await endAttempt(database, { id: attempt.id, state: 'dead' })
    throw new ServiceError('code_expired')
  }
  const outcome = await database.transaction(async (tx) => {
    const result = await tryAttemptCode(tx, { attempt, email, code: otp, now, sealer })
    if (result === 'right')
      return finishLogin(parts, tx, { login: attempt, identity: { kind: 'email', email }, methods: ['otp'] })
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
