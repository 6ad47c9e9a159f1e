import type { Sealer } from '../platform/crypto/Sealer.ts'
import { indexEmail } from './emailAddress.ts'
import type { ProvenIdentity } from './ProvenIdentity.ts'

/**
 * The blind index of what an identity is known by: of one scope, kind and issuer, equal subjects have equal indexes. The address that
 * a provider gives has no part in it.
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
