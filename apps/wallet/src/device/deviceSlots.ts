import { equalBytes } from '@latchkey/vault'
import type { DeviceRecord, DeviceSlot } from './KeyValueStore.ts'

/**
 * The share of the epoch that the server has. A splitting is stored here before the server is told, so a crash on the way leaves two:
 * the server's answer says which one counts.
 */
export function slotOfEpoch({ record, epoch }: { record: DeviceRecord; epoch: number }): DeviceSlot | undefined {
  return [record.current, record.pending].find((slot) => slot?.epoch === epoch) ?? undefined
}

/** The number of the next splitting: above everything that this device or the server may have. */
export function nextEpoch({
  record,
  serverEpoch,
}: {
  record: DeviceRecord | undefined
  serverEpoch: number | undefined
}): number {
  return Math.max(record?.current?.epoch ?? 0, record?.pending?.epoch ?? 0, serverEpoch ?? 0) + 1
}

/** The record once the server was found to have an epoch: that share is the current one, the other is of no use any more. */
export function confirmEpoch({ record, slot }: { record: DeviceRecord; slot: DeviceSlot }): DeviceRecord {
  return { ...record, current: slot, pending: null, seenVersion: Math.max(record.seenVersion, slot.vaultVersion) }
}

/**
 * Whether the device knows the wallet: the server confirmed a share of it, or it was opened here. One whose share the server has yet to
 * take again counts too, or a server could make it forgotten by taking none.
 */
export function holdsConfirmedShare(record: DeviceRecord | undefined): boolean {
  return record !== undefined && (record.current !== null || record.seenVersion > 0)
}

/** Whether storing a record would change nothing. */
export function isSameRecord(left: DeviceRecord, right: DeviceRecord): boolean {
  const isSameSlot = (one: DeviceSlot | null, other: DeviceSlot | null) =>
    one === other || (one !== null && other !== null && textOf(one) === textOf(other) && hasSameBytes(one, other))
  return (
    left.key === right.key &&
    textOf(left) === textOf(right) &&
    isSameSlot(left.current, right.current) &&
    isSameSlot(left.pending, right.pending)
  )
}

/** Everything but keys and bytes, in the order of the names. */
function textOf(value: DeviceRecord | DeviceSlot): string {
  const left = ['key', 'current', 'pending', 'box', 'vault']
  return JSON.stringify(
    Object.entries(value)
      .filter(([name]) => !left.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

function hasSameBytes(one: DeviceSlot, other: DeviceSlot): boolean {
  return equalBytes(one.box, other.box) && equalBytes(one.vault, other.vault)
}
