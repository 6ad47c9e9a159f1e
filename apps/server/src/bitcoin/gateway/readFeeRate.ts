/** Minimum relay fee, in satoshis per virtual byte. */
const least = 1

/**
 * Returns the fee estimate for a target number of blocks: the one of the largest target that is not later.
 *
 * @param estimates satoshis per virtual byte by number of blocks, from Esplora
 * @param isTest on test networks, nodes have no data, and the minimum is used
 * @returns undefined if unknown
 * @example
 * readFeeRate({ estimates: { 1: 12.5, 6: 4 }, blocks: 3, isTest: false }) // { feerate: 12.5, blocks: 1 }
 */
export function readFeeRate({
  estimates,
  blocks,
  isTest,
}: {
  estimates: Readonly<Record<string, number>>
  blocks: number
  isTest: boolean
}): { feerate: number; blocks: number } | undefined {
  const targets = Object.keys(estimates)
    .map(Number)
    .sort((a, b) => a - b)
  const target = targets.findLast((one) => one <= blocks) ?? targets[0]
  if (target === undefined) return isTest ? { feerate: least, blocks } : undefined
  return { feerate: Math.max(least, estimates[target] ?? least), blocks: target }
}
