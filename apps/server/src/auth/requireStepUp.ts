import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../platform/clock/Clock.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'

/** Seconds for which a proof of who somebody is counts as fresh. */
export const freshSeconds = 5 * 60

/**
 * Lets through who proved within the last five minutes that it is them, by a login or a step-up.
 *
 * @param options.hasPasskey the account has one: then a code from the mailbox is not enough, a passkey must have been used
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
  // A lock ends the freshness of what came before it.
  if (!isFresh || lockedAt !== null || (hasPasskey && !amr.includes('passkey')))
    throw new ServiceError('step_up_required')
}
