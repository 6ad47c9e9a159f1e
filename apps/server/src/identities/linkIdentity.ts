import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { addIdentity } from './addIdentity.ts'

/**
 * Adds a login with a provider to the account of a session. The step-up is asked for again: it may be long ago when the visitor comes
 * back from the provider. After the commit call `announceMail`.
 *
 * @throws LatchkeyError `session_ended`, `device_not_enrolled`, `step_up_required`, `identity_taken` when it is another account's
 */
export async function linkIdentity(
  parts: LoginParts,
  tx: Transaction,
  { session, identity }: { session: WalletCaller; identity: ProvenIdentity },
): Promise<void> {
  await lockUser({ tx, session })
  await requireEnrolled({ db: tx, session })
  await requireStepUpOf({ db: tx, session, clock: parts.context.clock })
  await addIdentity(parts, tx, { session, identity })
}
