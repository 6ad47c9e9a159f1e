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

/** Whether a factor was made by a device that held the data key: only to such a factor is a share ever sealed. */
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
 * The factor authenticated by a new data key, when the data key is changed.
 *
 * @throws LatchkeyError `factor_forged` when the old data key does not vouch for it
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
