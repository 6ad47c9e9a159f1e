/** Micro-lamports per compute unit: the minimum without other offers, and the maximum for any answer of a node. */
const least = 1_000n
const most = 5_000_000n
/** Upper limit of the addition that makes equal payouts distinct (`nextMark`); micro-lamports. */
export const marks = 1_000n
/** Share of the recent blocks whose price is matched, by the number of expiries. */
const shares = [0.5, 0.75, 0.95]

/**
 * Returns the priority price in micro-lamports per compute unit.
 *
 * @param options.recent lowest prices of recent blocks. Source: `getRecentPrioritizationFees`
 * @param options.attempts number of expiries of the payout
 * @example
 * priorityPrice({ recent: [0n, 0n, 8_000n], attempts: 2 }) // 8000n
 */
export function priorityPrice({ recent, attempts }: { recent: readonly bigint[]; attempts: number }): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const share = shares[Math.min(attempts, shares.length - 1)] ?? 0
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0n
  if (found < least) return least
  return found < most ? found : most
}
