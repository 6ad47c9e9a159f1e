import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { sealIdentity } from './attemptSecrets.ts'
import { type AttemptRow, moveAttempt } from './attemptStore.ts'
import type { SocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'

/** Returns the bus topic of an attempt. */
export const topicOf = (attemptId: string) => `social:${attemptId}`

/** Columns to clear when an attempt ends. */
const forgotten = { sealedSecrets: null, secretsKekId: null, returnUrl: null }

/**
 * Ends an attempt with the proven login method, and notifies its waiters.
 *
 * @param options.resultHash hash of the return's token, if there is no window
 * @returns false if it had already ended, and is unchanged
 */
export async function completeAttempt(
  { context: { database }, sealer, news }: Pick<SocialParts, 'context' | 'sealer' | 'news'>,
  { id, identity, resultHash = null }: { id: string; identity: ProvenIdentity; resultHash?: Uint8Array | null },
): Promise<boolean> {
  const sealed = await sealIdentity({ id, identity, sealer })
  const done = await moveAttempt(database, {
    id,
    from: ['begun', 'returned'],
    set: { state: 'done', ...forgotten, ...sealed, resultHash },
  })
  await news.publish(topicOf(id))
  return done !== undefined
}

/**
 * Ends an attempt without success, records it, and notifies its waiters.
 *
 * @param options.reason in words, only for the operator; never a code, a token or a name
 */
export async function failAttempt(
  { context: { database, log }, audit, news }: Pick<SocialParts, 'context' | 'audit' | 'news'>,
  {
    id,
    failure,
    reason = null,
    from = ['open', 'begun', 'returned'],
  }: { id: string; failure: SocialFailure; reason?: string | null; from?: readonly AttemptRow['state'][] },
): Promise<void> {
  const failed = await database.transaction(async (tx) => {
    const set = { state: 'failed' as const, ...forgotten, sealedIdentity: null, identityKekId: null, failure }
    const row = await moveAttempt(tx, { id, from, set })
    if (row) {
      const { userId, deviceId, provider, hostOrigin, purpose } = row
      await audit.record(tx, {
        event: 'oauth.refused',
        userId,
        deviceId,
        data: { provider, purpose, site: hostOrigin, code: failure, reason },
      })
    }
    return row
  })
  if (!failed) return
  const isOurs = failure === 'social_provider_failed' || failure === 'social_refused'
  if (isOurs) log.warn({ provider: failed.provider, code: failure, reason }, 'A login with a provider failed')
  await news.publish(topicOf(id))
}
