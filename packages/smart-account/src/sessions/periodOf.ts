import type { Allowance } from './Grant.ts'

/** A period of an allowance. Unix seconds. */
export type AllowancePeriod = {
  /** How many began before it: what `spentOf` is asked with. */
  index: bigint
  startsAt: number
  /** The first second after it; null: it ends with the session. */
  endsAt: number | null
}

/**
 * The period of an allowance that a time is in; undefined: the first one has not begun.
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
