import type { Promised } from './orderStore.ts'

/**
 * What of an asset can be promised to one more order. Paid orders have what they need; those that nobody paid, and that cost their makers
 * nothing, hold a share of the rest at most. What is paid beyond the stock waits for the treasury to be filled up, and goes back in the end.
 *
 * @param options.free what the treasury has and does not owe, base units
 * @param options.share percent
 * @example
 * leftOf({ free: 100n, promised: { unpaid: 90n, paid: 20n }, share: 50 }) // 40n
 */
export function leftOf({ free, promised, share }: { free: bigint; promised: Promised; share: number }): bigint {
  const rest = free - promised.paid
  if (rest <= 0n) return 0n
  const most = (rest * BigInt(Math.round(share * 100))) / 10_000n
  return rest - (promised.unpaid < most ? promised.unpaid : most)
}
