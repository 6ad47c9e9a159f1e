import { equalBytes } from '@latchkey/vault'
import type { DeviceRecord, DeviceSlot, ReplacedSlot } from './KeyValueStore.ts'

/**
 * Returns the share of the epoch that the server has. A new split is stored here before the server gets it. A crash in between leaves
 * two shares, and the server's answer decides between them.
 */
export function slotOfEpoch({ record, epoch }: { record: DeviceRecord; epoch: number }): DeviceSlot | undefined {
  const slots = [record.current, record.pending, ...(record.previous ?? [])]
  const found = slots.find((slot) => slot?.epoch === epoch)
  if (!found || !('replacedAt' in found)) return found ?? undefined
  const { replacedAt: _at, ...slot } = found
  return slot
}

/** Returns the number of the next split: above every epoch that this device or the server may have. */
export function nextEpoch({
  record,
  serverEpoch,
}: {
  record: DeviceRecord | undefined
  serverEpoch: number | undefined
}): number {
  const own = [record?.current, record?.pending, ...(record?.previous ?? [])].map((slot) => slot?.epoch ?? 0)
  return Math.max(...own, record?.lastEpoch ?? 0, serverEpoch ?? 0) + 1
}

/** Milliseconds for which a replaced share is kept: a day longer than the server can restore its epoch. */
const replacedLife = 8 * 24 * 60 * 60 * 1000

/**
 * Returns the record after the server confirmed an epoch: that share becomes the current one. The replaced share is kept for a time,
 * because it unlocks the wallet if a change of the data key is reverted.
 */
export function confirmEpoch({
  record,
  slot,
  now,
}: {
  record: DeviceRecord
  slot: DeviceSlot
  /** Unix milliseconds. */
  now: number
}): DeviceRecord {
  const { current, previous: earlier = [], lastEpoch = 0 } = record
  const replaced: ReplacedSlot[] = current && current.epoch !== slot.epoch ? [{ ...current, replacedAt: now }] : []
  const previous = [...replaced, ...earlier].filter(
    ({ epoch, replacedAt }) => epoch !== slot.epoch && replacedAt > now - replacedLife,
  )
  const { previous: _gone, ...rest } = record
  return {
    ...rest,
    ...(previous.length > 0 ? { previous } : {}),
    current: slot,
    pending: null,
    lastEpoch: Math.max(lastEpoch, slot.epoch, current?.epoch ?? 0),
    seenVersion: Math.max(record.seenVersion, slot.vaultVersion),
  }
}

/**
 * Returns whether the device knows the wallet: the server confirmed a share of it, or it was unlocked here. A share that the server
 * must accept again counts as well. Otherwise a server could make the device forget the wallet by accepting none.
 */
export function holdsConfirmedShare(record: DeviceRecord | undefined): boolean {
  return record !== undefined && (record.current !== null || record.seenVersion > 0)
}

/** Returns whether storing a record would change nothing. */
export function isSameRecord(left: DeviceRecord, right: DeviceRecord): boolean {
  const isSameSlot = (one: DeviceSlot | null, other: DeviceSlot | null) =>
    one === other || (one !== null && other !== null && textOf(one) === textOf(other) && hasSameBytes(one, other))
  return (
    left.key === right.key &&
    textOf(left) === textOf(right) &&
    isSameSlot(left.current, right.current) &&
    isSameSlot(left.pending, right.pending) &&
    textOfEpochs(left) === textOfEpochs(right)
  )
}

/** An epoch never gets another share, but its share may be sealed while the wallet is locked. */
function textOfEpochs({ previous = [] }: DeviceRecord): string {
  return previous.map(({ epoch, box }) => `${epoch}${box === null ? ' sealed' : ''}`).join()
}

/** Everything except keys and bytes, sorted by name. */
function textOf(value: DeviceRecord | DeviceSlot): string {
  const left = ['key', 'current', 'pending', 'box', 'vault', 'previous']
  return JSON.stringify(
    Object.entries(value)
      .filter(([name]) => !left.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

function hasSameBytes(one: DeviceSlot, other: DeviceSlot): boolean {
  const isSameBox = one.box === null || other.box === null ? one.box === other.box : equalBytes(one.box, other.box)
  return isSameBox && equalBytes(one.vault, other.vault)
}
