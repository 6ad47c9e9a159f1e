import { ServiceError } from '@latchkey/protocol/errors'
import { confirmIdentity } from '../auth/confirmIdentity.ts'
import { freshSeconds } from '../auth/requireStepUp.ts'
import { linkLoginMethod } from '../loginMethods/linkLoginMethod.ts'
import { announceMail } from '../mail/announceMail.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { openIdentity } from './attemptSecrets.ts'
import { moveAttempt } from './attemptStore.ts'
import { isSocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt } from './settleAttempt.ts'
import { type AttemptWait, waitForAttempt } from './waitForAttempt.ts'

/** Answer to the caller that waits for a link or a step-up. */
export type ConfirmationAnswer =
  | { status: 'pending'; isDetached: boolean }
  | { status: 'done'; freshUntil: string | null }

/**
 * Waits for the end of a link or a step-up, and applies it once. If it needs a fresh step-up first, the caller can repeat the call after
 * that.
 *
 * @throws LatchkeyError `attempt_unknown`, `identity_taken`, `step_up_required`, `device_not_enrolled`, `session_ended`; the code of the
 * failure
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
    await linkLoginMethod(parts, tx, { session: { ...session, language }, identity })
    return undefined
  })
  const freshSince = await confirm.catch(async (error) => {
    // End the attempt for failures that a retry cannot fix.
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
