import type { Promised } from './orderStore.ts'

/**
 * Returns the amount of a token that is available for one more order. Paid orders keep their full amount. Unpaid orders,
 * which cost the visitor nothing, reserve at most a share of the rest. A paid order without enough stock waits until the
 * operator refills the treasury, and is refunded in the end.
 *
 * @param options.free balance of the treasury less its owed payouts, base units
 * @param options.share percent
 * @example
 * remainingOf({ free: 100n, promised: { unpaid: 90n, paid: 20n }, share: 50 }) // 40n
 */
export function remainingOf({ free, promised, share }: { free: bigint; promised: Promised; share: number }): bigint {
  const rest = free - promised.paid
  if (rest <= 0n) return 0n
  const most = (rest * BigInt(Math.round(share * 100))) / 10_000n
  return rest - (promised.unpaid < most ? promised.unpaid : most)
}
