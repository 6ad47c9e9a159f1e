import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor } from '@latchkey/protocol/wallet'
import { toBase64Url } from '../bytes/base64Url.ts'
import { authenticate } from '../bytes/deriveKey.ts'
import { equalText } from '../bytes/equalText.ts'

/** HMAC(HKDF(data key, "ew/manifest/v1"), [walletId, id, kind, pub, meta, createdAt]). */
export function factorMacOf({
  factor: { id, kind, pub, meta, createdAt },
  walletId,
  dataKey,
}: {
  factor: Omit<Factor, 'mac'>
  walletId: string
  dataKey: Uint8Array
}): string {
  const message = canonicalBytes([walletId, id, kind, pub, meta, createdAt])
  return toBase64Url(authenticate({ secret: dataKey, info: 'ew/manifest/v1', message }))
}

/** Returns whether a device with the data key created a factor. Shares are sealed only to such factors. */
export async function verifyFactorMac({
  factor,
  walletId,
  dataKey,
}: {
  factor: Factor
  walletId: string
  dataKey: Uint8Array
}): Promise<boolean> {
  return equalText(factor.mac, factorMacOf({ factor, walletId, dataKey }))
}

/**
 * Authenticates the factor with a new data key, after a change of the data key.
 *
 * @throws LatchkeyError `factor_forged` if the old data key did not authenticate it
 */
export async function reauthenticateFactor({
  factor,
  walletId,
  oldDataKey,
  dataKey,
}: {
  factor: Factor
  walletId: string
  oldDataKey: Uint8Array
  dataKey: Uint8Array
}): Promise<Factor> {
  if (!(await verifyFactorMac({ factor, walletId, dataKey: oldDataKey }))) throw new ServiceError('factor_forged')
  return { ...factor, mac: factorMacOf({ factor, walletId, dataKey }) }
}
