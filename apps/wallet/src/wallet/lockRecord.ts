import type { DeviceRecord, DeviceSlot } from '../device/KeyValueStore.ts'
import type { FactorSecret, KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'

/** The passkey that the visitor just used, and its PRF output; null: it returned none. */
export type UsedPasskey = { credentialId: string; prf: Uint8Array<ArrayBuffer> | null }

/** Adds a passkey to those that returned their PRF output here. */
export function withUsedPasskey(record: DeviceRecord, credentialId: string): DeviceRecord {
  const { usedPasskeys = [] } = record
  return usedPasskeys.includes(credentialId) ? record : { ...record, usedPasskeys: [...usedPasskeys, credentialId] }
}

/**
 * Returns the record as it is stored while the wallet is locked. If a passkey of the vault has returned its PRF output on this device,
 * the boxes of D are sealed to every passkey and backup code. The plain boxes are removed. Otherwise the record stays as it is.
 *
 * Backup codes are included, because D and a backup code must suffice without server and passkey. Passwords are not, because they can
 * be guessed.
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

/** Returns the record with plain boxes again; those that the secret does not open stay sealed. */
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

/** Applies a change to every share of the record: the confirmed one, the pending one, and those of epochs that may be restored. */
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
 * Returns the box of a slot, opened with a factor if it is locked.
 *
 * @returns null if this factor does not open it: it was not sealed to it, or the secret is another
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
    // Copied, because the worker wipes its input, and there may be several codes to try.
    const own = secret.kind === 'passkey' ? { ...secret, prf: new Uint8Array(secret.prf) } : secret
    try {
      return await keys.unlockBox({ walletId, address, factor, secret: own, deviceId, epoch, sealed })
    } catch {
      // Another code, or a passkey that was created again under the same name.
    }
  }
  return null
}
