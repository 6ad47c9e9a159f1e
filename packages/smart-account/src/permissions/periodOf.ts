import type { Allowance } from './Grant.ts'

/** A period of an allowance. Unix seconds. */
export type AllowancePeriod = {
  /** Number of previous periods, as an argument of `spentOf`. */
  index: bigint
  startsAt: number
  /** First second after it; null if it ends with the permission. */
  endsAt: number | null
}

/**
 * Returns the period of an allowance at a time; undefined before the first one.
 *
 * @param at Unix seconds
 */
export function periodOf({ allowance, at }: { allowance: Allowance; at: number }): AllowancePeriod | undefined {
  const { start, period } = allowance
  if (at < start) return undefined
  if (period === 0) return { index: 0n, startsAt: start, endsAt: null }
  const index = Math.floor((at - start) / period)
  const startsAt = start + index * period
  return { index: BigInt(index), startsAt, endsAt: startsAt + period }
}
