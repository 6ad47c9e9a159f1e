import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { openHpke, sealHpke } from './hpke.ts'

/** Identifies the split of a share. */
export type Splitting = { walletId: string; deviceId: string; epoch: number }

/**
 * Seals a recovery share R to a factor's public key (HPKE, RFC 9180: DHKEM(X25519, HKDF-SHA256), AES-256-GCM, mode base), bound to
 * wallet, device and epoch. For factors from a server use {@link sealToFactors}, which checks them.
 * @example const { enc, ct } = await sealShare({ recoveryShare, publicKey, walletId, deviceId, epoch })
 */
export async function sealShare({
  recoveryShare,
  publicKey,
  ...splitting
}: Splitting & { recoveryShare: Uint8Array; publicKey: Uint8Array }): Promise<{ enc: Bytes; ct: Bytes }> {
  requireLength({ name: 'recoveryShare', bytes: recoveryShare, length: 33 })
  requireLength({ name: 'publicKey', bytes: publicKey, length: 32 })
  return sealHpke({ publicKey, plaintext: recoveryShare, info: infoOf(splitting) })
}

/**
 * Opens a recovery share with a factor's private key.
 *
 * @throws LatchkeyError `recovery_failed` if it was not sealed to this key for this wallet, device and epoch
 * @example const recoveryShare = await openShare({ privateKey, enc, ct, walletId, deviceId, epoch })
 */
export async function openShare({
  privateKey,
  enc,
  ct,
  ...splitting
}: Splitting & { privateKey: Uint8Array; enc: Uint8Array; ct: Uint8Array }): Promise<Bytes> {
  const share = await openHpke({ privateKey, enc, ct, info: infoOf(splitting) })
  if (share?.length !== 33) throw new ServiceError('recovery_failed')
  return share
}

function infoOf({ walletId, deviceId, epoch }: Splitting): Bytes {
  return canonicalBytes({ t: 'R', w: walletId, d: deviceId, e: epoch })
}
