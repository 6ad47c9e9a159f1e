import type { OrderRow } from './orderStore.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * Returns the time of the next check of an order without a message: soon after a change, then less and less often.
 *
 * @param options.isSettled whether the delivery is final
 * @param options.shortest milliseconds between two checks, at least
 * @returns undefined if no further check is scheduled
 */
export function lookAgain(
  { state, refund, createdAt, updatedAt, expiresAt }: OrderRow,
  { now, shortest, isSettled }: { now: number; shortest: number; isSettled: boolean },
): Date | undefined {
  const after = (divisor: number, least: number, most: number) =>
    Math.min(Math.max((now - updatedAt.getTime()) / divisor, least), most)
  const at = (pause: number) => new Date(now + Math.round(pause))
  switch (state) {
    case 'created': {
      const pause = after(4, 3 * shortest, minute)
      const left = expiresAt.getTime() - now
      return at(left > 0 ? Math.min(pause, Math.max(left, shortest)) : pause)
    }
    case 'paid':
    case 'delivering':
      return at(after(4, shortest, minute))
    case 'failed':
      if (refund === 'pending') return at(after(4, shortest, 5 * minute))
      // Check for a late payment, which is refunded. Providers promise that there are none, but do not always keep the promise.
      return now - createdAt.getTime() > day ? undefined : at(after(1, minute, hour))
    case 'delivered':
      if (refund === 'pending') return at(after(4, shortest, 5 * minute))
      return isSettled ? undefined : at(after(1, 10 * shortest, hour))
    default:
      return undefined
  }
}
