import { ServiceError } from '@latchkey/protocol/errors'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { type AttemptSecrets, hashNumber, sealSecrets } from './attemptSecrets.ts'
import { type AttemptRow, lockOpenAttempt, moveAttempt } from './attemptStore.ts'
import { writeBindingCookie } from './bindingCookie.ts'
import { callbackUrl } from './callbackUrl.ts'
import { failWithError } from './failWithError.ts'
import { openChannel } from './openChannel.ts'
import { openerOf } from './openerOf.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt, topicOf } from './settleAttempt.ts'

/** How often the number may be wrong. */
const numberTries = 3

/** What shows that a window belongs to the page that began. */
export type WindowProof = { handshake: string; openerOrigin?: string | undefined } | { number: string }

/** Where a window goes, and the cookie that it must come back with; none where nobody comes back. */
export type Departure = { authorizeUrl: string; cookie: string | undefined }

/**
 * Leads a window on to the provider, once, and binds the attempt to its browser.
 *
 * @throws LatchkeyError `attempt_unknown`, `number_wrong`, `social_refused`, `social_provider_failed`, `social_unavailable`,
 * `project_unknown`, `origin_not_allowed`, `rate_limited`
 */
export async function beginAttempt(
  parts: SocialParts,
  { attemptId, proof, ip }: { attemptId: string; proof: WindowProof; ip: string },
): Promise<Departure> {
  const { context, socialLimits, projects } = parts
  await socialLimits.useWindow({ ip })
  const now = new Date(context.clock.now())
  const outcome = await context.database.transaction(async (tx) => {
    const attempt = await lockOpenAttempt(tx, { id: attemptId, now })
    if (!attempt || attempt.mode === 'channel') return 'unknown'
    projects.check({ projectId: attempt.projectId, origin: attempt.hostOrigin })
    const verdict = await judge(tx, { attempt, proof, parts })
    if (verdict !== 'right') return verdict
    return { provider: attempt.provider, depart: await leave(tx, { attempt, parts }) }
  })

  if (outcome === 'unknown') throw new ServiceError('attempt_unknown')
  if (outcome === 'wrongNumber') throw new ServiceError('number_wrong')
  if (outcome === 'stranger') throw new ServiceError('social_refused')
  if (outcome === 'attack') {
    await failAttempt(parts, {
      id: attemptId,
      failure: 'social_refused',
      reason: 'the window is not of the page that began',
    })
    throw new ServiceError('social_refused')
  }
  const { provider, depart } = outcome
  return depart().catch(async (error) => {
    await failWithError(parts, { id: attemptId, provider, error })
    throw error
  })
}

/**
 * Whether a window belongs to the page that began. Who does not know the handshake cannot end an attempt; who knows it and stands on another
 * page stole it, and ends it.
 */
async function judge(
  tx: Transaction,
  { attempt, proof, parts: { sealer, walletOrigin } }: { attempt: AttemptRow; proof: WindowProof; parts: SocialParts },
): Promise<'right' | 'wrongNumber' | 'stranger' | 'attack'> {
  const { id, mode } = attempt
  if ('handshake' in proof) {
    if (!isSameHash(attempt.handshakeHash, hashToken(proof.handshake))) return 'stranger'
    const opener = mode === 'popup' ? openerOf(attempt, { walletOrigin }) : undefined
    return proof.openerOrigin === opener ? 'right' : 'attack'
  }
  if (!attempt.isDetached) return 'stranger'
  // Of several that guess at once, one used the last try up a moment ago.
  if (attempt.numberTries >= numberTries) return 'attack'
  if (isSameHash(attempt.numberHash, hashNumber({ id, number: proof.number, sealer }))) return 'right'
  const tries = attempt.numberTries + 1
  await moveAttempt(tx, { id, from: ['open'], set: { numberTries: tries } })
  return tries < numberTries ? 'wrongNumber' : 'attack'
}

/** Marks the attempt as begun, with what it needs to come back. @returns what is left to do after the commit: it may ask the provider */
async function leave(
  tx: Transaction,
  { attempt: { id, provider, purpose, expiresAt }, parts }: { attempt: AttemptRow; parts: SocialParts },
): Promise<() => Promise<Departure>> {
  const { context, sealer, walletOrigin, clients } = parts
  if (provider === 'farcaster') {
    await moveAttempt(tx, { id, from: ['open'], set: { state: 'begun' } })
    return async () => {
      const { url, secrets } = await openChannel(parts, { expiresAt })
      const set = await sealSecrets({ id, secrets, sealer })
      await moveAttempt(context.database, { id, from: ['begun'], set })
      await parts.news.publish(topicOf(id))
      return { authorizeUrl: url, cookie: undefined }
    }
  }
  const client = clients.get(provider)
  if (!client) throw new ServiceError('social_unavailable')
  const { returnsByPost } = client
  const state = createToken()
  const bound = createToken()
  const secrets = { kind: 'oauth', nonce: createToken(), verifier: createToken() } satisfies AttemptSecrets
  await moveAttempt(tx, {
    id,
    from: ['open'],
    set: {
      state: 'begun',
      stateHash: hashToken(state),
      cookieHash: hashToken(bound),
      ...(await sealSecrets({ id, secrets, sealer })),
    },
  })
  const isSecure = walletOrigin.startsWith('https:')
  return async () => ({
    authorizeUrl: await client.authorizeUrl({
      authorization: { state, ...secrets, redirectUri: callbackUrl({ walletOrigin, provider }) },
      isConfirmation: purpose === 'stepUp',
    }),
    cookie: writeBindingCookie({ attemptId: id, value: bound, isSecure, returnsByPost }),
  })
}
