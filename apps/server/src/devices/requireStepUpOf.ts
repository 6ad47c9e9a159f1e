import { eq } from 'drizzle-orm'
import { requireStepUp } from '../auth/requireStepUp.ts'
import { passkeys } from '../passkeys/schema.ts'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'

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
  const hasPasskey = (await db.$count(passkeys, eq(passkeys.userId, session.userId))) > 0
  requireStepUp({ session, clock, hasPasskey })
}
