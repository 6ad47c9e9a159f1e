import { ServiceError } from '@latchkey/protocol/errors'
import { confirmIdentity } from '../auth/confirmIdentity.ts'
import { freshSeconds } from '../auth/requireStepUp.ts'
import { linkIdentity } from '../identities/linkIdentity.ts'
import { announceMail } from '../mail/announceMail.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { openIdentity } from './attemptSecrets.ts'
import { moveAttempt } from './attemptStore.ts'
import { isSocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt } from './settleAttempt.ts'
import { type AttemptWait, waitForAttempt } from './waitForAttempt.ts'

/** What whoever waits for a link or a step-up is told. */
export type ConfirmationAnswer =
  | { status: 'pending'; isDetached: boolean }
  | { status: 'done'; freshUntil: string | null }

/**
 * Waits for the end of a link or a step-up and carries it out, once. One that needs a fresh step-up first may be asked again after it.
 *
 * @throws LatchkeyError `attempt_unknown`, `identity_taken`, `step_up_required`, `device_not_enrolled`, `session_ended`; how it failed
 */
export async function confirmAttempt(
  parts: SocialParts,
  { session, ...wait }: AttemptWait & { session: WalletSession },
): Promise<ConfirmationAnswer> {
  const { context, sealer, sessions } = parts
  const answer = await waitForAttempt(parts, {
    ...wait,
    isMine: ({ purpose, sessionId }) => purpose !== 'login' && sessionId === session.sessionId,
  })
  if (answer.status === 'pending') return answer
  const { attempt } = answer
  const { id, purpose, language } = attempt

  const identity = await openIdentity({ attempt, sealer })
  const confirm = context.database.transaction(async (tx) => {
    const set = { state: 'redeemed' as const, sealedIdentity: null, identityKekId: null }
    const taken = await moveAttempt(tx, { id, from: ['done'], set })
    if (!taken || !identity) throw new ServiceError('attempt_unknown')
    if (purpose === 'stepUp') return confirmIdentity(parts, tx, { session, identity })
    await linkIdentity(parts, tx, { session: { ...session, language }, identity })
    return undefined
  })
  const freshSince = await confirm.catch(async (error) => {
    // What will not change by asking again ends the attempt.
    if (error instanceof ServiceError && isSocialFailure(error.code)) {
      await failAttempt(parts, { id, failure: error.code, from: ['done'] })
    }
    throw error
  })
  if (freshSince === undefined) {
    await announceMail(context.bus)
    return { status: 'done', freshUntil: null }
  }
  await sessions.announce([session.sessionId])
  return { status: 'done', freshUntil: new Date(freshSince.getTime() + freshSeconds * 1000).toISOString() }
}
