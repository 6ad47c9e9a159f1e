/** Satoshi per virtual byte below which nothing is relayed. */
const least = 1

/**
 * The estimate of a transaction that wants to be in one of the next blocks: that of the largest target that is not later.
 *
 * @param estimates satoshi per virtual byte by number of blocks, as Esplora gives them
 * @param isTest where nodes have nothing to go by, the least rate is as good as any
 * @returns undefined where nothing is known
 * @example readFeeRate({ estimates: { 1: 12.5, 6: 4 }, blocks: 3, isTest: false }) // { feerate: 12.5, blocks: 1 }
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
