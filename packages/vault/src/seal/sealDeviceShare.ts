import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import type { Splitting } from './sealShare.ts'

/** Creates a key for the device's own store: AES-256-GCM, not exportable. */
export async function createDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Seals the device share D for the device's own store, bound to wallet, device and epoch. Returns nonce and ciphertext in one. */
export async function sealDeviceShare({
  key,
  share,
  ...splitting
}: Splitting & { key: CryptoKey; share: Uint8Array }): Promise<Bytes> {
  requireLength({ name: 'share', bytes: share, length: 33 })
  return sealAesGcm({ key, plaintext: share, additionalData: bindingOf(splitting) })
}

/**
 * Opens the device share.
 *
 * @throws LatchkeyError `vault_broken` if it was not sealed under this key for this wallet, device and epoch
 */
export async function openDeviceShare({
  key,
  box,
  ...splitting
}: Splitting & { key: CryptoKey; box: Uint8Array }): Promise<Bytes> {
  const share = await openAesGcm({ key, box, additionalData: bindingOf(splitting) })
  if (share?.length !== 33) throw new ServiceError('vault_broken')
  return share
}

function bindingOf({ walletId, deviceId, epoch }: Splitting): Bytes {
  return canonicalBytes({ wallet: walletId, device: deviceId, epoch })
}
