import { ServiceError } from '@latchkey/protocol/errors'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { hasPasskey } from './hasPasskey.ts'
import type { LoginParts } from './LoginParts.ts'
import { lockUser } from './lockUser.ts'
import { listContactRows, lockLoginMethod, refreshLoginMethod } from './loginMethodStore.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { scopeOf } from './scopeOf.ts'

/**
 * Marks a login as fresh after its user logged in with a provider again. The login method must belong to the account. After the commit,
 * pass the id of the login to `sessions.announce`.
 *
 * @returns the time from which the login counts as fresh
 * @throws LatchkeyError `session_ended`, `social_refused`, `attempt_unknown` if the account has a passkey, which is stronger proof
 */
export async function confirmIdentity(
  { sealer, audit, sessions, projects }: Pick<LoginParts, 'sealer' | 'audit' | 'sessions' | 'projects'>,
  tx: Transaction,
  { session, identity }: { session: WalletSession; identity: ProvenIdentity },
): Promise<Date> {
  const { userId, deviceId, sessionId, projectId, hostOrigin } = session
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  await lockUser({ tx, session })
  if (await hasPasskey(tx, userId)) throw new ServiceError('attempt_unknown')
  const row = await lockLoginMethod(tx, { scope, identity, sealer })
  const own = await listContactRows(tx, userId)
  if (!row || !own.some(({ id }) => id === row.id)) throw new ServiceError('social_refused')
  await refreshLoginMethod(tx, { row, identity, sealer })
  const at = await sessions.refreshAuthTime(tx, { sessionId, method: 'social' })
  await audit.record(tx, {
    event: 'oauth.ok',
    userId,
    deviceId,
    data: { site: hostOrigin, provider: identity.kind, purpose: 'step-up' },
  })
  return at
}
