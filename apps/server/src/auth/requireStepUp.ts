import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../platform/clock/Clock.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'

/** Seconds that a proof of identity counts as fresh. */
export const freshSeconds = 5 * 60

/**
 * Requires a login or a step-up within the last five minutes.
 *
 * @param options.hasPasskey whether the account has a passkey, which must then have been used instead of a code
 * @throws LatchkeyError `step_up_required`
 * @example requireStepUp({ session: caller.session, clock, hasPasskey: true })
 */
export function requireStepUp({
  session: { authTime, lockedAt, amr },
  clock,
  hasPasskey = false,
}: {
  session: Pick<WalletSession, 'authTime' | 'lockedAt' | 'amr'>
  clock: Clock
  hasPasskey?: boolean
}): void {
  const isFresh = clock.now() - authTime.getTime() <= freshSeconds * 1000
  // A lock ends the freshness of earlier proofs.
  if (!isFresh || lockedAt !== null || (hasPasskey && !amr.includes('passkey')))
    throw new ServiceError('step_up_required')
}
