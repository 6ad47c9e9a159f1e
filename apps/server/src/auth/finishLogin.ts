import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { Transaction } from '../platform/db/Database.ts'
import { admitDevice } from './admitDevice.ts'
import type { AuthMethod } from './createLogins.ts'
import { findOrCreateUser } from './findOrCreateUser.ts'
import type { LoginParts } from './LoginParts.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'
import { scopeOf } from './scopeOf.ts'

/** Site and device of a login. */
export type LoginPlace = {
  projectId: string
  /** Origin of the site, verified by the frame. */
  hostOrigin: string
  /** JWK thumbprint of the device's key. */
  jkt: string
  /** Display name, from `nameDevice`. */
  deviceName: string
  /** Language of the notice (BCP 47). */
  language: string
}

/**
 * Creates the login of a proven login method, with its user and device if they are new. If a login method has belonged to several accounts,
 * the device gets the one whose wallet it has. The owner is notified of a device with a new key.
 *
 * @param options.methods methods of the proof, for the login's `amr` and the log
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
