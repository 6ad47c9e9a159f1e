import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor } from '@latchkey/protocol/wallet'
import {
  type Bytes,
  deriveFactorKeyPair,
  equalBytes,
  fromBase64Url,
  openDeviceBox,
  parseBackupCode,
  verifyFactorBinding,
  wipe,
} from '@latchkey/vault'
import type { FactorSecret } from './KeyWorkerCalls.ts'

/** Parameters to open the box of D that was sealed while the wallet was locked. */
export type LockedBoxOptions = {
  walletId: string
  address: string
  factor: Factor
  secret: FactorSecret
  deviceId: string
  epoch: number
  sealed: { enc: string; ct: string }
}

/**
 * Opens the box of D with a passkey or a backup code, after its secret proved to belong to this wallet. Boxes are sealed to no
 * password.
 *
 * @throws LatchkeyError `recovery_failed`, `backup_code_invalid`
 */
export async function openLockedBox({
  walletId,
  address,
  factor,
  secret,
  deviceId,
  epoch,
  sealed,
}: LockedBoxOptions): Promise<Bytes> {
  if (factor.kind !== secret.kind || secret.kind === 'password') throw new ServiceError('recovery_failed')
  const bytes = secret.kind === 'passkey' ? secret.prf : parseBackupCode(secret.code)
  try {
    if (!(await verifyFactorBinding({ factor, secret: bytes, address }))) throw new ServiceError('recovery_failed')
    const salt = fromBase64Url(factor.meta.salt ?? '')
    const { privateKey, publicKey } = await deriveFactorKeyPair({ kind: factor.kind, secret: bytes, salt })
    if (!equalBytes(publicKey, fromBase64Url(factor.pub))) throw new ServiceError('recovery_failed')
    const { enc, ct } = { enc: fromBase64Url(sealed.enc), ct: fromBase64Url(sealed.ct) }
    const box = await openDeviceBox({ privateKey, enc, ct, walletId, deviceId, epoch })
    wipe(privateKey)
    return box
  } finally {
    wipe(bytes)
  }
}
