import { ServiceError } from '@latchkey/protocol/errors'
import { describeSession } from '../auth/describeSession.ts'
import { indexIdentity } from '../auth/indexIdentity.ts'
import { isReserved } from '../auth/isReserved.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { insertLoginMethod, lockLoginMethod, refreshLoginMethod } from '../auth/loginMethodStore.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import type { Transaction } from '../platform/db/Database.ts'

/**
 * Adds a login method to an account, and notifies the account's previous address. An existing one stays unchanged. The user must be locked
 * (`lockUser`). Call `announceMail` after the commit.
 *
 * @throws LatchkeyError `identity_taken` if it belongs to another account
 */
export async function addLoginMethod(
  { context, sealer, audit, notify, projects }: LoginParts,
  tx: Transaction,
  { session, identity }: { session: WalletCaller; identity: ProvenIdentity },
): Promise<void> {
  const { config, clock } = context
  const { userId, deviceId, projectId, hostOrigin, language } = session
  const { kind } = identity
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  const now = new Date(clock.now())
  const known = await lockLoginMethod(tx, { scope, identity, sealer })
  if (known) {
    if (known.userId !== userId) throw new ServiceError('identity_taken')
    return refreshLoginMethod(tx, { row: known, identity, sealer })
  }
  const subjectIndex = indexIdentity({ identity, scope, sealer })
  if (await isReserved(tx, { subjectIndex, now, exceptUserId: userId })) throw new ServiceError('identity_taken')
  // Notify before the insertion: an attacker who adds a login method must not receive the notice.
  const { app, device } = await describeSession({ db: tx, config, session })
  await notify(tx, { userId, language, template: 'identityAdded', contents: { app, device, kind } })
  const added = await insertLoginMethod(tx, { userId, scope, identity, now, sealer })
  // A concurrent request was first.
  if (!added) throw new ServiceError('identity_taken')
  await audit.record(tx, { event: 'identity.added', userId, deviceId, data: { site: hostOrigin, kind } })
}
