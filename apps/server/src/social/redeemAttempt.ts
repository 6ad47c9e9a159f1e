import { ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import { finishLogin } from '../auth/finishLogin.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import { openIdentity } from './attemptSecrets.ts'
import { moveAttempt } from './attemptStore.ts'
import type { SocialParts } from './SocialParts.ts'
import { type AttemptWait, waitForAttempt } from './waitForAttempt.ts'

/** Answer to the caller that waits for a login. */
export type LoginAnswer = { status: 'pending'; isDetached: boolean } | { status: 'connected'; session: SessionTokens }

/**
 * Waits for the end of an attempt and creates the login, once. Without a window this needs two things that only the visitor has: the key of
 * the starting device, and the token of the return.
 *
 * @throws LatchkeyError `attempt_unknown`, `social_refused`; the code of the failure
 */
export async function redeemAttempt(
  parts: SocialParts,
  { jkt, resultToken, ...wait }: AttemptWait & { jkt: string; resultToken?: string | undefined },
): Promise<LoginAnswer> {
  const { context, sealer } = parts
  const answer = await waitForAttempt(parts, {
    ...wait,
    isMine: (attempt) => attempt.jkt === jkt && attempt.purpose === 'login',
  })
  if (answer.status === 'pending') return answer
  const { attempt } = answer
  const isRight =
    attempt.mode === 'redirect'
      ? resultToken !== undefined && isSameHash(attempt.resultHash, hashToken(resultToken))
      : resultToken === undefined
  if (!isRight) throw new ServiceError('social_refused')
  // A disconnected caller would never receive the tokens.
  if (wait.signal.aborted) return { status: 'pending', isDetached: attempt.isDetached }

  const identity = await openIdentity({ attempt, sealer })
  const session = await context.database.transaction(async (tx) => {
    // Of two concurrent waiters, one gets the login.
    const set = { state: 'redeemed' as const, sealedIdentity: null, identityKekId: null }
    const taken = await moveAttempt(tx, { id: attempt.id, from: ['done'], set })
    return taken && identity && finishLogin(parts, tx, { login: attempt, identity, methods: ['social'] })
  })
  if (!session) throw new ServiceError('attempt_unknown')
  return { status: 'connected', session }
}
