/**
 * What a swap gives at least: the quote less the slippage, rounded up, as the server has the chain enforce it.
 *
 * @param options.amount base units of the quote
 * @param options.slippage percent, as somebody may still be typing it
 * @returns base units; undefined while the slippage is none that a swap can have
 */
export function readMinimum({ amount, slippage }: { amount: string; slippage: number }): bigint | undefined {
  if (!(slippage >= 0 && slippage <= 100)) return undefined
  return (BigInt(amount) * (1_000_000n - BigInt(Math.round(slippage * 10_000))) + 999_999n) / 1_000_000n
}
