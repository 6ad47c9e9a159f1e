import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor, ListedFactor } from '@latchkey/protocol/wallet'
import {
  type Bytes,
  deriveEvaluatedSecret,
  deriveFactorKeyPair,
  derivePasswordSecret,
  equalBytes,
  evaluateWithKey,
  fromBase64Url,
  openShare,
  type PasswordParams,
  parseBackupCode,
  verifyFactorBinding,
  wipe,
} from '@latchkey/vault'
import type { ShareSecret } from './RareCalls.ts'

/** Parameters to open recovery shares. */
export type RecoveryShareOptions = {
  walletId: string
  address: string
  factor: ListedFactor
  secret: ShareSecret
  /** For a password that this device evaluates without the server. */
  passwordKey?: Bytes | undefined
  sets: readonly { deviceId: string; epoch: number; sealed: { enc: string; ct: string } }[]
}

/**
 * Opens the recovery share of each split with a factor; null for one that does not open. The factor's keys are derived once for all
 * splits, because a password takes seconds.
 *
 * @param options.params costs of passwords that are evaluated
 * @throws LatchkeyError `recovery_failed`, `backup_code_invalid` if the factor itself does not match
 */
export async function openRecoveryShares({
  params,
  ...options
}: RecoveryShareOptions & { params: PasswordParams }): Promise<readonly (Bytes | null)[]> {
  const { walletId, address, factor, sets } = options
  const { bytes, salt } = await readSecret({ ...options, params })
  try {
    // First of all: detects a server that replaced the wallet before anything of it is opened. For an evaluated password, this address
    // was checked with the server's answer.
    const whole = 'meta' in factor ? factor : undefined
    if (whole && !(await verifyFactorBinding({ factor: whole, secret: bytes, address })))
      throw new ServiceError('recovery_failed')
    const { privateKey, publicKey } = await deriveFactorKeyPair({ kind: factor.kind, secret: bytes, salt })
    if (whole && !equalBytes(publicKey, fromBase64Url(whole.pub))) throw new ServiceError('recovery_failed')
    const shares = await Promise.all(
      sets.map(async ({ deviceId, epoch, sealed }) => {
        try {
          const [enc, ct] = [fromBase64Url(sealed.enc), fromBase64Url(sealed.ct)]
          return await openShare({ privateKey, enc, ct, walletId, deviceId, epoch })
        } catch {
          // Garbage, or a split that another key sealed: the next one may open.
          return null
        }
      }),
    )
    wipe(privateKey)
    return shares
  } finally {
    wipe(bytes)
  }
}

/** Returns the bytes that the factor's keys are derived from, and their salt. */
async function readSecret({
  walletId,
  factor,
  secret,
  passwordKey,
  params,
}: RecoveryShareOptions & { params: PasswordParams }): Promise<{ bytes: Bytes; salt: Uint8Array | undefined }> {
  if (secret.kind === 'evaluated' && factor.kind === 'password') return { bytes: secret.bytes, salt: undefined }
  if (!('meta' in factor) || factor.kind !== secret.kind) throw new ServiceError('recovery_failed')
  if (secret.kind === 'password' && factor.meta.oprf !== undefined) {
    if (!passwordKey) throw new ServiceError('recovery_failed')
    const { password } = secret
    const output = evaluateWithKey({ password, walletId, factorId: factor.id, key: passwordKey })
    const bytes = await deriveEvaluatedSecret({ password, output, params })
    wipe(output)
    return { bytes, salt: undefined }
  }
  const salt = fromBase64Url(factor.meta.salt ?? '')
  return { bytes: await toSaltedBytes({ secret, salt, params: factor.meta.params }), salt }
}

/** Returns the bytes of a secret with a public salt, including passwords of earlier versions. */
async function toSaltedBytes({
  secret,
  salt,
  params,
}: {
  secret: ShareSecret
  salt: Uint8Array
  params: Factor['meta']['params']
}): Promise<Bytes> {
  if (secret.kind === 'passkey') return secret.prf
  if (secret.kind === 'backupCode') return parseBackupCode(secret.code)
  if (secret.kind === 'password') return derivePasswordSecret({ password: secret.password, salt, params })
  return secret.bytes
}
