import { equalBytes } from '@latchkey/vault'
import type { DeviceRecord, DeviceSlot, ReplacedSlot } from './KeyValueStore.ts'

/**
 * The share of the epoch that the server has. A splitting is stored here before the server is told, so a crash on the way leaves two:
 * the server's answer says which one counts.
 */
export function slotOfEpoch({ record, epoch }: { record: DeviceRecord; epoch: number }): DeviceSlot | undefined {
  const slots = [record.current, record.pending, ...(record.previous ?? [])]
  const found = slots.find((slot) => slot?.epoch === epoch)
  if (!found || !('replacedAt' in found)) return found ?? undefined
  const { replacedAt: _at, ...slot } = found
  return slot
}

/** The number of the next splitting: above everything that this device or the server may have. */
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

/** Milliseconds for which a replaced share is kept: a day longer than the server can bring its epoch back. */
const replacedLife = 8 * 24 * 60 * 60 * 1000

/**
 * The record once the server was found to have an epoch: that share is the current one. The share that it replaces is kept for a
 * while: when a change of the data key is taken back, it is the one that opens the wallet.
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
    isSameSlot(left.pending, right.pending) &&
    textOfEpochs(left) === textOfEpochs(right)
  )
}

/** An epoch never gets another share; it may be sealed while the wallet is locked. */
function textOfEpochs({ previous = [] }: DeviceRecord): string {
  return previous.map(({ epoch, box }) => `${epoch}${box === null ? ' sealed' : ''}`).join()
}

/** Everything but keys and bytes, in the order of the names. */
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
