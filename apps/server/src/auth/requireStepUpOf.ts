import type { Clock } from '../platform/clock/Clock.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { hasPasskey } from './hasPasskey.ts'
import { requireStepUp } from './requireStepUp.ts'

/**
 * Lets a session through that proved within the last five minutes who it is: with a passkey, where the account has one.
 *
 * @throws LatchkeyError `step_up_required`
 */
export async function requireStepUpOf({
  db,
  session,
  clock,
}: {
  db: Database | Transaction
  session: WalletSession
  clock: Clock
}): Promise<void> {
  requireStepUp({ session, clock, hasPasskey: await hasPasskey(db, session.userId) })
}
