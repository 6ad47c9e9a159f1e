import { ServiceError } from '@latchkey/protocol/errors'
import { isUsedKey } from '../auth/isUsedKey.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { hashNumber } from './attemptSecrets.ts'
import { type AttemptRow, lockOpenAttempt, moveAttempt } from './attemptStore.ts'
import { type Departure, departAttempt } from './departAttempt.ts'
import { failWithError } from './failWithError.ts'
import type { SocialParts } from './SocialParts.ts'
import { failAttempt } from './settleAttempt.ts'
import { isStartBrowser } from './startCookie.ts'

/** How often the number may be wrong. */
const numberTries = 3

/** What shows that a window stands in the browser that began. */
export type WindowProof = {
  /** Of the wallet's own page that began, or of the address that the page itself went to. */
  handshake?: string | undefined
  /** The origin of the page that gave the handshake; undefined where the address had it. */
  openerOrigin?: string | undefined
  /** The two digits that the frame shows. */
  number?: string | undefined
}

/**
 * Leads a window on to the provider, once, and binds the attempt to its browser.
 *
 * @param options.cookies the header: the cookie of the start tells the browser that began from all others
 * @throws LatchkeyError `attempt_unknown`, `number_wrong`, `social_refused`, `social_provider_failed`, `social_unavailable`,
 * `project_unknown`, `origin_not_allowed`, `rate_limited`
 */
export async function beginAttempt(
  parts: SocialParts,
  { attemptId, proof, cookies, ip }: { attemptId: string; proof: WindowProof; cookies: string | undefined; ip: string },
): Promise<Departure> {
  const { context, socialLimits, projects } = parts
  await socialLimits.useWindow({ ip })
  const now = new Date(context.clock.now())
  const outcome = await context.database.transaction(async (tx) => {
    const attempt = await lockOpenAttempt(tx, { id: attemptId, now })
    if (!attempt || attempt.mode === 'channel') return 'unknown'
    projects.check({ projectId: attempt.projectId, origin: attempt.hostOrigin })
    const verdict = await judge(tx, { attempt, proof, cookies, parts })
    if (verdict !== 'right') return verdict
    const { purpose, jkt } = attempt
    const isAsked = purpose === 'stepUp' || !(await isUsedKey(tx, jkt))
    return { provider: attempt.provider, depart: await departAttempt(tx, { attempt, from: 'open', isAsked, parts }) }
  })

  if (outcome === 'unknown') throw new ServiceError('attempt_unknown')
  if (outcome === 'wrongNumber') throw new ServiceError('number_wrong')
  if (outcome === 'stranger') throw new ServiceError('social_refused')
  if (outcome === 'attack') {
    await failAttempt(parts, {
      id: attemptId,
      failure: 'social_refused',
      reason: 'the window is not of the browser that began',
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
 * Whether a window stands in the browser that began. Where a page opened it, the wallet's own page there has vouched for it by the handshake;
 * where it can reach no such page, the cookie of the start says so, or a person who reads the number in that browser. Who does not know the
 * handshake cannot end an attempt; who knows it and says that another page gave it stole it, and ends it.
 */
async function judge(
  tx: Transaction,
  {
    attempt,
    proof: { handshake, openerOrigin, number },
    cookies,
    parts: { sealer, walletOrigin },
  }: { attempt: AttemptRow; proof: WindowProof; cookies: string | undefined; parts: SocialParts },
): Promise<'right' | 'wrongNumber' | 'stranger' | 'attack'> {
  const { id, mode } = attempt
  const isRedirect = mode === 'redirect'
  if (handshake !== undefined || isRedirect) {
    if (handshake === undefined || !isSameHash(attempt.handshakeHash, hashToken(handshake))) return 'stranger'
    if (openerOrigin !== (isRedirect ? undefined : walletOrigin)) return 'attack'
    if (!isRedirect) return 'right'
  }
  const isSecure = walletOrigin.startsWith('https:')
  if (attempt.purpose === 'login' && isStartBrowser({ header: cookies, attempt, isSecure })) return 'right'
  if (number === undefined || !(attempt.isDetached || isRedirect)) return 'stranger'
  // Of several that guess at once, one used the last try up a moment ago.
  if (attempt.numberTries >= numberTries) return 'attack'
  if (isSameHash(attempt.numberHash, hashNumber({ id, number, sealer }))) return 'right'
  const tries = attempt.numberTries + 1
  await moveAttempt(tx, { id, from: ['open'], set: { numberTries: tries } })
  return tries < numberTries ? 'wrongNumber' : 'attack'
}
