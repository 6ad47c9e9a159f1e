import type { Factor } from '@latchkey/protocol/wallet'
import { toBase64Url } from '../bytes/base64Url.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { wipe } from '../bytes/wipe.ts'
import { deriveFactorKeyPair, type FactorKind } from './deriveFactorKeyPair.ts'
import type { PasswordParams } from './derivePasswordSecret.ts'
import { factorBindingOf } from './factorBinding.ts'
import { factorMacOf } from './factorMac.ts'

/**
 * Creates a recovery factor: the public key of its secret, metadata to find it again, and the tag that binds it to the address. A MAC
 * shows the owner's devices that it is genuine.
 *
 * @example
 * const { code, secret } = createBackupCode()
 * const factor = await createFactor({ id: crypto.randomUUID(), kind: 'backupCode', secret, salt: createSalt(), walletId, address, dataKey, createdAt })
 */
export async function createFactor({
  id,
  kind,
  secret,
  salt,
  walletId,
  address,
  dataKey,
  credentialId,
  params,
  oprf,
  label,
  createdAt,
}: {
  id: string
  kind: FactorKind
  secret: Uint8Array
  /** Omitted for a password: data for guessing one is never public. */
  salt?: Uint8Array | undefined
  walletId: string
  address: string
  dataKey: Uint8Array
  /** Of the passkey, base64url. */
  credentialId?: string | undefined
  /** Costs with which the secret of a password of an earlier version was derived. */
  params?: PasswordParams | undefined
  /** Public half of the password's key, see `createPasswordKey`. */
  oprf?: Uint8Array | undefined
  label?: string | undefined
  /** ISO 8601. */
  createdAt: string
}): Promise<Factor> {
  requireLength({ name: 'dataKey', bytes: dataKey, length: 32 })
  const { privateKey, publicKey } = await deriveFactorKeyPair({ kind, secret, salt })
  wipe(privateKey)
  const meta: Factor['meta'] = { bind: factorBindingOf({ secret, address }) }
  if (salt !== undefined) meta.salt = toBase64Url(salt)
  if (credentialId !== undefined) meta.credentialId = credentialId
  if (params !== undefined) meta.params = { m: params.m, t: params.t, p: params.p }
  if (oprf !== undefined) meta.oprf = toBase64Url(oprf)
  if (label !== undefined) meta.label = label
  const factor = { id, kind, pub: toBase64Url(publicKey), meta, createdAt }
  return { ...factor, mac: factorMacOf({ factor, walletId, dataKey }) }
}
