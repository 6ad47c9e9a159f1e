import { ServiceError } from '@latchkey/protocol/errors'
import { argon2idAsync } from '@noble/hashes/argon2'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { wipe } from '../bytes/wipe.ts'

/** Costs of Argon2id (RFC 9106): memory in KiB, passes, lanes. */
export type PasswordParams = { m: number; t: number; p: number }

/** What new passwords are stretched with: 64 MiB, three passes, one lane. */
export const passwordParams: Readonly<PasswordParams> = { m: 65_536, t: 3, p: 1 }

/**
 * The 32 byte secret of a password, by Argon2id over its NFKC form. Takes seconds by design: run it in a worker.
 *
 * @param options.params as the factor has them; {@link passwordParams} for a new one
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
