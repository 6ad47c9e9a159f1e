import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { openHpke, sealHpke } from './hpke.ts'
import type { Splitting } from './sealShare.ts'

/**
 * Seals the box of a device share (see {@link sealDeviceShare}) to a factor's public key while the wallet is locked. The copy on the
 * disk then needs the factor as well as the device's key. Uses HPKE as for recovery shares, with a separate info.
 *
 * @example const { enc, ct } = await sealDeviceBox({ box, publicKey, walletId, deviceId, epoch })
 */
export async function sealDeviceBox({
  box,
  publicKey,
  ...splitting
}: Splitting & { box: Uint8Array; publicKey: Uint8Array }): Promise<{ enc: Bytes; ct: Bytes }> {
  requireLength({ name: 'publicKey', bytes: publicKey, length: 32 })
  return sealHpke({ publicKey, plaintext: box, info: infoOf(splitting) })
}

/**
 * Opens the box of a device share with a factor's private key.
 *
 * @throws LatchkeyError `recovery_failed` if it was not sealed to this key for this wallet, device and epoch
 * @example const box = await openDeviceBox({ privateKey, enc, ct, walletId, deviceId, epoch })
 */
export async function openDeviceBox({
  privateKey,
  enc,
  ct,
  ...splitting
}: Splitting & { privateKey: Uint8Array; enc: Uint8Array; ct: Uint8Array }): Promise<Bytes> {
  const box = await openHpke({ privateKey, enc, ct, info: infoOf(splitting) })
  if (!box) throw new ServiceError('recovery_failed')
  return box
}

/** Differs from the info of recovery shares, so that a message for one purpose does not open for the other. */
function infoOf({ walletId, deviceId, epoch }: Splitting): Bytes {
  return canonicalBytes({ t: 'ew/device-lock/v1', w: walletId, d: deviceId, e: epoch })
}
