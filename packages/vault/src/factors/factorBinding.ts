import type { Factor } from '@latchkey/protocol/wallet'
import { toBase64Url } from '../bytes/base64Url.ts'
import { authenticate } from '../bytes/deriveKey.ts'
import { equalText } from '../bytes/equalText.ts'

/** HMAC(HKDF(secret, "ew/bind/v1"), lower-case address). */
export function factorBindingOf({ secret, address }: { secret: Uint8Array; address: string }): string {
  const message = new TextEncoder().encode(address.toLowerCase())
  return toBase64Url(authenticate({ secret, info: 'ew/bind/v1', message }))
}

/**
 * Returns whether a factor was created for this address with knowledge of its secret. Check it before opening a recovered vault: a
 * server that answers with another wallet fails here, and so does a wrong password.
 *
 * @example if (!(await verifyFactorBinding({ factor, secret, address }))) throw new ServiceError('recovery_failed')
 */
export async function verifyFactorBinding({
  factor,
  secret,
  address,
}: {
  factor: { meta: Pick<Factor['meta'], 'bind'> }
  secret: Uint8Array
  address: string
}): Promise<boolean> {
  return equalText(factor.meta.bind, factorBindingOf({ secret, address }))
}
