/** Micro-lamports for a compute unit: at least, where nobody offers anything, and at most, whatever nodes say. */
const least = 1_000n
const most = 5_000_000n
/** What a price may be raised by, so that equal payouts are told apart (`nextMark`); micro-lamports. */
export const marks = 1_000n
/** Which part of the latest blocks would have been entered: more, the more often a payout came too late. */
const shares = [0.5, 0.75, 0.95]

/**
 * What to offer for a place in a block, in micro-lamports for a compute unit.
 *
 * @param options.recent what the latest blocks took at least. Source: `getRecentPrioritizationFees`
 * @param options.attempts times that it came too late
 * @example priorityPrice({ recent: [0n, 0n, 8_000n], attempts: 2 }) // 8000n
 */
export function priorityPrice({ recent, attempts }: { recent: readonly bigint[]; attempts: number }): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const share = shares[Math.min(attempts, shares.length - 1)] ?? 0
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0n
  if (found < least) return least
  return found < most ? found : most
}
