import type { Factor } from '@latchkey/protocol/wallet'
import { toBase64Url } from '../bytes/base64Url.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { wipe } from '../bytes/wipe.ts'
import { deriveFactorKeyPair, type FactorKind } from './deriveFactorKeyPair.ts'
import type { PasswordParams } from './derivePasswordSecret.ts'
import { factorBindingOf } from './factorBinding.ts'
import { factorMacOf } from './factorMac.ts'

/**
 * A new way to recover: the public key of the secret, how to find it again, the tag that binds it to the address, and the MAC by
 * which the owner's devices know it.
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
  /** Left out for a password: what it takes to guess one is never public. */
  salt?: Uint8Array | undefined
  walletId: string
  address: string
  dataKey: Uint8Array
  /** Of the passkey, base64url. */
  credentialId?: string | undefined
  /** Costs that the secret of a password of an earlier version was derived with. */
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
