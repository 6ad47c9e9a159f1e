import type { Clock } from '../platform/clock/Clock.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { hasPasskey } from './hasPasskey.ts'
import { requireStepUp } from './requireStepUp.ts'

/**
 * Requires a fresh login or step-up within the last five minutes, with a passkey if the account has one.
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
