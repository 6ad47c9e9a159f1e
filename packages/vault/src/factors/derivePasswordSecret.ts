import { ServiceError } from '@latchkey/protocol/errors'
import { argon2idAsync } from '@noble/hashes/argon2'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { deriveKey } from '../bytes/deriveKey.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { wipe } from '../bytes/wipe.ts'

/** Costs of Argon2id (RFC 9106): memory in KiB, passes, lanes. */
export type PasswordParams = { m: number; t: number; p: number }

/** Costs for new passwords: 64 MiB, three passes, one lane. */
export const passwordParams: Readonly<PasswordParams> = { m: 65_536, t: 3, p: 1 }

/**
 * Derives the 32 byte secret of a password from the password and its blind evaluation. Argon2id runs over its NFKC form with a salt
 * from the evaluation, then HKDF over both. Without the server's key or an answer of the server nothing of it can be computed. Takes
 * seconds by design: run it in a worker.
 *
 * @param options.output 64 bytes of `unblindPassword` or `evaluateWithKey`; the caller wipes it
 * @param options.params part of this derivation; only tests use others
 * @example const secret = await deriveEvaluatedSecret({ password, output: unblindPassword({ password, walletId, factorId, blind, evaluated }) })
 */
export async function deriveEvaluatedSecret({
  password,
  output,
  params,
}: {
  password: string
  output: Uint8Array
  params?: Readonly<PasswordParams> | undefined
}): Promise<Bytes> {
  requireLength({ name: 'output', bytes: output, length: 64 })
  // Never stored: it depends only on the evaluation, and would test a guess without the cost of Argon2id.
  const salt = deriveKey({ secret: output, info: 'ew/password/salt/v2' })
  const stretched = await derivePasswordSecret({ password, salt, params })
  const material = concatBytes(stretched, output)
  const secret = deriveKey({ secret: material, info: 'ew/password/secret/v2' })
  wipe(salt, stretched, material)
  return secret
}

/**
 * Derives the 32 byte secret of a password of an earlier version, which has a public salt: Argon2id over its NFKC form. Takes seconds
 * by design: run it in a worker.
 *
 * @param options.params from the factor
 * @param options.onProgress called with 0 to 1
 * @throws LatchkeyError `malformed_request` for costs that no factor of ours has, so that a server cannot stall the device
 */
export async function derivePasswordSecret({
  password,
  salt,
  params = passwordParams,
  onProgress,
}: {
  password: string
  salt: Uint8Array
  params?: Readonly<PasswordParams> | undefined
  onProgress?: ((share: number) => void) | undefined
}): Promise<Bytes> {
  const { m, t, p } = params
  if (
    ![m, t, p].every((cost) => Number.isSafeInteger(cost) && cost >= 1) ||
    m < 8 * p ||
    m > 1 << 18 ||
    t > 10 ||
    p > 4
  )
    throw new ServiceError('malformed_request', { field: 'params' })
  const message = new TextEncoder().encode(password.normalize('NFKC'))
  const secret = await argon2idAsync(message, salt, { m, t, p, dkLen: 32, ...(onProgress ? { onProgress } : {}) })
  wipe(message)
  onProgress?.(1)
  return asBytes(secret)
}
