import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import type { FactorSecret, KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'

/** The passkey that a person just used, and what its PRF gave; null: it gave nothing. */
export type UsedPasskey = { credentialId: string; prf: Uint8Array<ArrayBuffer> | null }

/** The record with a passkey among those that gave their PRF bytes here. */
export function withUsedPasskey(record: DeviceRecord, credentialId: string): DeviceRecord {
  const { usedPasskeys = [] } = record
  return usedPasskeys.includes(credentialId) ? record : { ...record, usedPasskeys: [...usedPasskeys, credentialId] }
}

/**
 * The record as it is kept while the wallet is locked. Where a passkey of the vault has given its PRF bytes on this device, the boxes of D
 * are sealed to every passkey and backup code, and the plain ones are left out. Elsewhere the record stays as it is.
 *
 * Backup codes are included because D and a backup code are what is left when server and passkey are gone. Passwords are not: they can be
 * guessed.
 */
export async function lockRecord({
  record,
  keys,
}: {
  record: DeviceRecord
  keys: Pick<KeyWorkerCalls, 'lockBox'>
}): Promise<DeviceRecord> {
  const { walletId, deviceId, usedPasskeys = [] } = record
  const passkeys = record.factors.filter(({ kind }) => kind === 'passkey')
  if (!passkeys.some(({ meta }) => usedPasskeys.includes(meta.credentialId ?? ''))) return record
  const factors = record.factors.filter(({ kind }) => kind !== 'password')
  return withSlots(record, async (slot) => {
    if (slot.box === null) return slot
    const { box, epoch } = slot
    return { ...slot, box: null, lockedBox: await keys.lockBox({ box, factors, walletId, deviceId, epoch }) }
  })
}

/** The record with plain boxes again; those that the secret does not open stay as they are. */
export function unlockRecord({
  record,
  secret,
  keys,
}: {
  record: DeviceRecord
  secret: FactorSecret
  keys: Pick<KeyWorkerCalls, 'unlockBox'>
}): Promise<DeviceRecord> {
  return withSlots(record, async (slot) => {
    if (slot.box !== null) return slot
    const box = await openSlot({ record, slot, secret, keys })
    return box ? { ...slot, box, lockedBox: null } : slot
  })
}

/** The record with every share of it changed: the confirmed one, one on its way, and those of epochs that may come back. */
async function withSlots(
  record: DeviceRecord,
  change: <Slot extends DeviceSlot>(slot: Slot) => Promise<Slot>,
): Promise<DeviceRecord> {
  const [current, pending, previous] = await Promise.all([
    record.current && change(record.current),
    record.pending && change(record.pending),
    record.previous && Promise.all(record.previous.map(change)),
  ])
  const isSame =
    current === record.current &&
    pending === record.pending &&
    (previous ?? []).every((slot, index) => slot === record.previous?.[index])
  return isSame ? record : { ...record, current, pending, ...(previous ? { previous } : {}) }
}

/**
 * The box of a slot, opened with a factor where it is locked.
 *
 * @returns null when this factor opens it not: it was not sealed to it, or the secret is another
 */
export async function openSlot({
  record,
  slot: { box, lockedBox, epoch },
  secret,
  keys,
}: {
  record: DeviceRecord
  slot: DeviceSlot
  secret: FactorSecret
  keys: Pick<KeyWorkerCalls, 'unlockBox'>
}): Promise<Uint8Array<ArrayBuffer> | null> {
  if (box !== null) return box
  const { walletId, address, deviceId } = record
  for (const factor of record.factors) {
    if (factor.kind !== secret.kind) continue
    if (secret.kind === 'passkey' && factor.meta.credentialId !== secret.credentialId) continue
    const sealed = lockedBox?.find(({ factorId }) => factorId === factor.id)
    if (!sealed) continue
    // The worker wipes what it is given; there may be several codes to try.
    const own = secret.kind === 'passkey' ? { ...secret, prf: new Uint8Array(secret.prf) } : secret
    try {
      return await keys.unlockBox({ walletId, address, factor, secret: own, deviceId, epoch, sealed })
    } catch {
      // Another code, or a passkey that was made anew under the same name.
    }
  }
  return null
}
