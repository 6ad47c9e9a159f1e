import { ServiceError } from '@latchkey/protocol/errors'
import { openSecrets } from './attemptSecrets.ts'
import { type AttemptRow, findAttempt } from './attemptStore.ts'
import { failWithError } from './failWithError.ts'
import { isSocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { completeAttempt, topicOf } from './settleAttempt.ts'

/** Caller's wait for an attempt. */
export type AttemptWait = {
  attemptId: string
  /** The caller already shows the number. */
  isDetached?: boolean | undefined
  signal: AbortSignal
  /** Seconds; default 25. */
  timeout?: number | undefined
}

/**
 * Waits until an attempt is done. For Farcaster, this polls the channel for the message.
 *
 * @param options.isMine returns whether the caller started it; for other callers it is unknown
 * @throws LatchkeyError `attempt_unknown`; the code of the failure
 */
export async function waitForAttempt(
  parts: SocialParts,
  {
    attemptId,
    isDetached = false,
    signal,
    timeout,
    isMine,
  }: AttemptWait & { isMine: (attempt: AttemptRow) => boolean },
): Promise<{ status: 'done'; attempt: AttemptRow } | { status: 'pending'; isDetached: boolean }> {
  const { context, news } = parts
  const stop = new AbortController()
  let channel: Promise<void> | undefined
  let isKnownDetached = isDetached

  const check = async () => {
    const attempt = await findAttempt(context.database, attemptId)
    if (!attempt || !isMine(attempt) || attempt.state === 'redeemed') throw new ServiceError('attempt_unknown')
    if (attempt.state === 'failed') {
      throw new ServiceError(isSocialFailure(attempt.failure) ? attempt.failure : 'social_refused')
    }
    if (attempt.expiresAt.getTime() <= context.clock.now()) throw new ServiceError('social_expired')
    if (attempt.state === 'done') return { status: 'done' as const, attempt }
    if (attempt.isDetached && !isDetached) return { status: 'pending' as const, isDetached: true }
    isKnownDetached = attempt.isDetached
    channel ??= followChannel(parts, { attempt, signal: AbortSignal.any([signal, stop.signal]) })
    return undefined
  }

  try {
    const answer = await news.waitFor({
      topics: [topicOf(attemptId)],
      check,
      signal,
      ...(timeout === undefined ? {} : { timeout }),
    })
    // Check again: the attempt may have expired meanwhile, which causes no notification.
    return answer ?? (await check()) ?? { status: 'pending', isDetached: isKnownDetached }
  } finally {
    stop.abort()
    await channel
  }
}

/** Ends the attempt with the message that its channel received. Returns undefined if there is no channel, or none yet. */
function followChannel(
  parts: SocialParts,
  { attempt, signal }: { attempt: AttemptRow; signal: AbortSignal },
): Promise<void> | undefined {
  const { channels, sealer } = parts
  const { id } = attempt
  if (attempt.provider !== 'farcaster' || !attempt.sealedSecrets || !channels) return undefined
  const follow = async () => {
    const secrets = await openSecrets({ attempt, sealer })
    if (secrets?.kind !== 'channel') return
    const identity = await channels.wait({ channelToken: secrets.channelToken, nonce: secrets.nonce, signal })
    if (identity) await completeAttempt(parts, { id, identity })
  }
  return follow().catch(async (error) => {
    await failWithError(parts, { id, provider: 'farcaster', error })
  })
}
