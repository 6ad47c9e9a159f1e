import { ServiceError } from '@latchkey/protocol/errors'
import { describeSession } from '../auth/describeSession.ts'
import { insertIdentity, lockIdentity, refreshIdentity } from '../auth/identityStore.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'

/**
 * Adds a login to the account of a session, and tells the address that the account had before. One that is the account's own already
 * stays as it is. The step-up is asked for again: it may be long ago when the visitor comes back from the provider. After the commit
 * call `announceMail`.
 *
 * @throws LatchkeyError `session_ended`, `device_not_enrolled`, `step_up_required`, `identity_taken` when it is another account's
 */
export async function linkIdentity(
  { context, sealer, audit, notify, projects }: LoginParts,
  tx: Transaction,
  { session, identity }: { session: WalletCaller; identity: ProvenIdentity },
): Promise<void> {
  const { config, clock } = context
  const { userId, deviceId, projectId, hostOrigin, language } = session
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  await lockUser({ tx, session })
  await requireEnrolled({ db: tx, session })
  await requireStepUpOf({ db: tx, session, clock })
  const known = await lockIdentity(tx, { scope, identity, sealer })
  if (known) {
    if (known.userId !== userId) throw new ServiceError('identity_taken')
    return refreshIdentity(tx, { row: known, identity, sealer })
  }
  // Before the identity is there: whoever adds a login of their own must not be the one who is told.
  const { app, device } = await describeSession({ db: tx, config, session })
  await notify(tx, { userId, language, template: 'identityAdded', contents: { app, device, kind: identity.kind } })
  const added = await insertIdentity(tx, { userId, scope, identity, now: new Date(clock.now()), sealer })
  // Somebody else was first by a moment.
  if (!added) throw new ServiceError('identity_taken')
  await audit.record(tx, {
    event: 'identity.added',
    userId,
    deviceId,
    data: { site: hostOrigin, kind: identity.kind },
  })
}
