import type { Book } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import type { Share } from './simulateParts.ts'

/**
 * How far a swap moves the price and what the pools keep of it, as fractions. The measure is what the same paths would give
 * at their prices before the swap: the fees of the pools come off that first, and what is missing then is the impact. What
 * tokens take of their transfers counts as neither.
 *
 * @param amountOut of all shares together, before the token takes its part of the transfer
 */
export function measureRoute({
  shares,
  amountOut,
  book,
  swapper,
}: {
  shares: readonly Share[]
  amountOut: bigint
  book: Book
  swapper: Swapper
}): { priceImpact: number | null; poolFee: number | null } {
  let ideal = 0
  let afterFees = 0
  for (const { path, amountIn } of shares) {
    let amount = Number(amountIn)
    let kept = 1
    for (const edge of path.edges) {
      const pool = book[edge.index]
      if (!pool) return { priceImpact: null, poolFee: null }
      amount *= swapper.spotPrice(pool, edge.tokenIn)
      kept *= 1 - pool.fee / 1_000_000
    }
    ideal += amount
    afterFees += amount * kept
  }
  if (!Number.isFinite(ideal) || ideal <= 0) return { priceImpact: null, poolFee: null }
  return {
    priceImpact: afterFees > 0 ? Math.min(1, Math.max(0, 1 - Number(amountOut) / afterFees)) : null,
    poolFee: Math.min(1, Math.max(0, 1 - afterFees / ideal)),
  }
}
