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

/** Wrong guesses of the number that are allowed. */
const numberTries = 3

/** Proof that a window is in the browser that started the attempt. */
export type WindowProof = {
  /** From the wallet's own page that started the attempt, or from the URL of a redirect. */
  handshake?: string | undefined
  /** Origin of the page that passed the handshake. Undefined if it was in the URL. */
  openerOrigin?: string | undefined
  /** Two digits that the frame shows. */
  number?: string | undefined
}

/**
 * Sends a window to the provider, once, and binds the attempt to its browser.
 *
 * @param options.cookies the `cookie` header; its start cookie identifies the browser that started the attempt
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
 * Checks whether a window is in the browser that started the attempt. If a page opened it, the handshake of the wallet's own page proves
 * that. Otherwise the start cookie proves it, or the number that a person reads in that browser. A caller without the handshake cannot end
 * an attempt. A handshake from another page was stolen, and ends the attempt.
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
  // A concurrent guess may have used the last try.
  if (attempt.numberTries >= numberTries) return 'attack'
  if (isSameHash(attempt.numberHash, hashNumber({ id, number, sealer }))) return 'right'
  const tries = attempt.numberTries + 1
  await moveAttempt(tx, { id, from: ['open'], set: { numberTries: tries } })
  return tries < numberTries ? 'wrongNumber' : 'attack'
}
