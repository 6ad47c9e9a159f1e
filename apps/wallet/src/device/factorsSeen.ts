import type { Factor } from '@latchkey/protocol/wallet'
import type { DeviceRecord } from './KeyValueStore.ts'

/** Milliseconds for which this device must have known a factor before it opens the wallet without the server. */
const settledAfter = 72 * 60 * 60_000

/** When each factor of the vault was first seen here. Those that are gone are forgotten: added again, one is new. */
export function seeFactors({
  record,
  factors,
  now,
}: {
  record: Pick<DeviceRecord, 'factorsSeen'> | undefined
  factors: readonly Factor[]
  now: number
}): Record<string, number> {
  return Object.fromEntries(factors.map(({ id }) => [id, record?.factorsSeen?.[id] ?? now]))
}

/** Whether a factor is old enough by the vault's own date and by this device's memory. The server has no say in either. */
export function isSettled({
  record: { factorsSeen = {} },
  factor: { id, createdAt },
  now,
}: {
  record: Pick<DeviceRecord, 'factorsSeen'>
  factor: Pick<Factor, 'id' | 'createdAt'>
  now: number
}): boolean {
  const seenAt = factorsSeen[id]
  // A date that cannot be read is no date.
  return seenAt !== undefined && now - seenAt >= settledAfter && now - Date.parse(createdAt) >= settledAfter
}
