import type { Factor } from '@latchkey/protocol/wallet'
import type { DeviceRecord } from './KeyValueStore.ts'

/** Milliseconds for which this device must have known a factor before it unlocks the wallet without the server. */
const settledAfter = 72 * 60 * 60_000

/** Records when each factor of the vault was first seen here. Removed factors are forgotten: if added again, they are new. */
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

/** Returns whether a factor is old enough by the vault's date and by this device's records. The server can change neither. */
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
  // An invalid date fails this comparison.
  return seenAt !== undefined && now - seenAt >= settledAfter && now - Date.parse(createdAt) >= settledAfter
}
