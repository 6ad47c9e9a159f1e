import { canonicalBytes } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { deriveKey } from '../bytes/deriveKey.ts'
import { requireLength } from '../bytes/requireLength.ts'
import { type HpkeContext, openHpke, sealHpke } from '../seal/hpke.ts'

type DeviceTransfer = {
  /** From the code: it authenticates the old device, so that a server cannot send its own key. */
  secret: Uint8Array
  walletId: string
  handoverId: string
}

/** Seals the data key to the new device (HPKE, RFC 9180, mode psk). Call it after its answer was verified and the numbers were compared. */
export async function sealDataKey({
  dataKey,
  publicKey,
  ...transfer
}: DeviceTransfer & { dataKey: Uint8Array; publicKey: Uint8Array }): Promise<{ enc: Bytes; ct: Bytes }> {
  requireLength({ name: 'dataKey', bytes: dataKey, length: 32 })
  requireLength({ name: 'publicKey', bytes: publicKey, length: 32 })
  return sealHpke({ publicKey, plaintext: dataKey, ...contextOf(transfer) })
}

/**
 * Opens the data key on the new device.
 *
 * @throws LatchkeyError `recovery_failed` if it was not sealed to this key with knowledge of the code
 */
export async function openDataKey({
  privateKey,
  enc,
  ct,
  ...transfer
}: DeviceTransfer & { privateKey: Uint8Array; enc: Uint8Array; ct: Uint8Array }): Promise<Bytes> {
  const dataKey = await openHpke({ privateKey, enc, ct, ...contextOf(transfer) })
  if (dataKey?.length !== 32) throw new ServiceError('recovery_failed')
  return dataKey
}

function contextOf({ secret, walletId, handoverId }: DeviceTransfer): HpkeContext {
  const key = deriveKey({ secret, info: 'ew/handover/psk/v1' })
  const id = new TextEncoder().encode(handoverId)
  return { info: canonicalBytes({ t: 'H', w: walletId, h: handoverId }), psk: { key, id } }
}
