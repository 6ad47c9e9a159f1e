import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { addLoginMethod } from './addLoginMethod.ts'

/**
 * Adds a provider login method to an account. Checks the step-up again, because it may be old when the visitor returns from the provider.
 * Call `announceMail` after the commit.
 *
 * @throws LatchkeyError `session_ended`, `device_not_enrolled`, `step_up_required`, `identity_taken` if it belongs to another account
 */
export async function linkLoginMethod(
  parts: LoginParts,
  tx: Transaction,
  { session, identity }: { session: WalletCaller; identity: ProvenIdentity },
): Promise<void> {
  await lockUser({ tx, session })
  await requireEnrolled({ db: tx, session })
  await requireStepUpOf({ db: tx, session, clock: parts.context.clock })
  await addLoginMethod(parts, tx, { session, identity })
}
