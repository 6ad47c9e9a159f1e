import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { Transaction } from '../platform/db/Database.ts'
import { admitDevice } from './admitDevice.ts'
import type { AuthMethod } from './createSessions.ts'
import { findOrCreateUser } from './findOrCreateUser.ts'
import type { LoginParts } from './LoginParts.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { scopeOf } from './scopeOf.ts'

/** Where and with which device somebody signs in. */
export type LoginPlace = {
  projectId: string
  /** The site that asks, as the frame verified it. */
  hostOrigin: string
  /** JWK thumbprint of the device's key. */
  jkt: string
  /** For people, by `nameDevice`. */
  deviceName: string
  /** BCP 47: of the notice. */
  language: string
}

/**
 * Makes the session of a proven identity, with its user and device where they are new. Of several accounts that a login led to, a device gets
 * the one whose wallet it holds. The owner is told of a device whose key is new to them.
 *
 * @param options.methods how it was proven, for the session's `amr` and the log
 * @throws LatchkeyError `email_moved`, `origin_not_allowed`, `project_unknown`, `login_ended`, `rate_limited`
 */
export async function finishLogin(
  parts: LoginParts,
  tx: Transaction,
  { login, identity, methods }: { login: LoginPlace; identity: ProvenIdentity; methods: readonly AuthMethod[] },
): Promise<SessionTokens> {
  const { context, sealer, audit, sessions, projects, findAccount } = parts
  const { projectId, hostOrigin, jkt, deviceName } = login
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  const { clock } = context
  const found = await findOrCreateUser(tx, { scope, identity, sealer, clock })
  const { identityId, isNew: isNewUser } = found
  const userId = await findAccount(tx, { identityId, userId: found.userId, jkt })
  const deviceId = await admitDevice(parts, tx, { userId, isNewUser, login, methods })
  const data = { site: hostOrigin, device: deviceName }
  if (methods.includes('otp')) await audit.record(tx, { event: 'otp.ok', userId, deviceId, data })
  if (methods.includes('social')) {
    await audit.record(tx, { event: 'oauth.ok', userId, deviceId, data: { ...data, provider: identity.kind } })
  }
  return sessions.issue(tx, { userId, deviceId, identityId, projectId, hostOrigin, jkt, methods })
}
