import type { Sealer } from '../platform/crypto/Sealer.ts'
import { indexEmail } from './emailAddress.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'

/**
 * Returns the blind index of a login method's subject. Within one scope, kind and issuer, equal subjects have equal indexes. The provider's
 * email address is not part of it.
 */
export function indexIdentity({
  identity,
  scope,
  sealer,
}: {
  identity: ProvenIdentity
  scope: string
  sealer: Pick<Sealer, 'mac'>
}): Uint8Array {
  if (identity.kind === 'email') return indexEmail({ email: identity.email, scope, sealer })
  const { kind, issuer, subject } = identity
  return sealer.mac({ purpose: 'identity', data: [scope, kind, issuer, subject].join('\n') })
}
