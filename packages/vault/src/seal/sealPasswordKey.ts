import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { deriveKey } from '../bytes/deriveKey.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { wipe } from '../bytes/wipe.ts'
import { importAesKey, openAesGcm, sealAesGcm } from './aesGcm.ts'
import type { Splitting } from './sealShare.ts'

/**
 * Seals the key of a password for the device's own store, under a key that comes from the device share D (HKDF-SHA256, AES-256-GCM). A
 * thief without D cannot get this key either. It never goes to the server.
 *
 * @param options.share D of this split, 33 bytes
 */
export async function sealPasswordKey({
  share,
  passwordKey,
  factorId,
  ...splitting
}: Splitting & { share: Uint8Array; passwordKey: Uint8Array; factorId: string }): Promise<Bytes> {
  requireLength({ name: 'passwordKey', bytes: passwordKey, length: 32 })
  const key = await keyOf(share, 'encrypt')
  return sealAesGcm({ key, plaintext: passwordKey, additionalData: bindingOf({ ...splitting, factorId }) })
}

/**
 * Opens the key of a password with the device share.
 *
 * @throws LatchkeyError `recovery_failed` if it was not sealed under this share for this wallet, device, epoch and factor
 */
export async function openPasswordKey({
  share,
  box,
  factorId,
  ...splitting
}: Splitting & { share: Uint8Array; box: Uint8Array; factorId: string }): Promise<Bytes> {
  const key = await keyOf(share, 'decrypt')
  const passwordKey = await openAesGcm({ key, box, additionalData: bindingOf({ ...splitting, factorId }) })
  if (passwordKey?.length !== 32) throw new ServiceError('recovery_failed')
  return passwordKey
}

async function keyOf(share: Uint8Array, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  requireLength({ name: 'share', bytes: share, length: 33 })
  const raw = deriveKey({ secret: share, info: 'ew/device/password/v1' })
  const key = await importAesKey(raw, usage)
  wipe(raw)
  return key
}

function bindingOf({ walletId, deviceId, epoch, factorId }: Splitting & { factorId: string }): Bytes {
  return canonicalBytes({ t: 'P', w: walletId, d: deviceId, e: epoch, f: factorId })
}
