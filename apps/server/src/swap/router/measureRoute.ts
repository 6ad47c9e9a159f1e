import type { Book } from './createPoolGraph.ts'
import type { RoutingSource } from './RoutingSource.ts'
import type { SettledPart } from './settleShares.ts'

/**
 * Measures how far a swap moves the price, and the fees of the pools, as fractions. The reference is the output of the same
 * paths at the prices before the swap. The pool fees are subtracted first; the remaining difference is the price impact.
 * Transfer fees of tokens count as neither.
 */
export function measureRoute({
  parts,
  book,
  sources,
}: {
  parts: readonly SettledPart[]
  book: Book
  sources: readonly RoutingSource[]
}): { priceImpact: number | null; poolFee: number | null } {
  const byKind = new Map<string, RoutingSource>(sources.map((source) => [source.kind, source]))
  let ideal = 0
  let afterFees = 0
  let amountOut = 0
  for (const part of parts) {
    let amount = Number(part.amountIn)
    let kept = 1
    for (const { index, tokenIn } of part.path.edges) {
      const pool = book[index]
      const price = pool && byKind.get(pool.kind)?.spotPrice({ pool, tokenIn })
      amount *= price ?? Number.NaN
      kept *= 1 - (pool?.fee ?? 0) / 1_000_000
    }
    ideal += amount
    afterFees += amount * kept
    amountOut += Number(part.amountOut)
  }
  if (!Number.isFinite(ideal) || ideal <= 0) return { priceImpact: null, poolFee: null }
  return {
    priceImpact: afterFees > 0 ? Math.min(1, Math.max(0, 1 - amountOut / afterFees)) : null,
    poolFee: Math.min(1, Math.max(0, 1 - afterFees / ideal)),
  }
}
