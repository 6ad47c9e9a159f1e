import { formatUnits } from '@latchkey/protocol'

/**
 * What a swap gives at least: the quote less the slippage, rounded down as the server does it. Decimal text.
 *
 * @param options.amount base units of the quote
 * @param options.slippage percent
 * @returns undefined while the slippage is no number
 * @example minimumOf({ amount: '1000000', slippage: 1, decimals: 6 }) // '0.99'
 */
export function minimumOf({
  amount,
  slippage,
  decimals,
}: {
  amount: string
  slippage: number
  decimals: number
}): string | undefined {
  if (!Number.isFinite(slippage)) return undefined
  const points = BigInt(Math.round(slippage * 100))
  if (points < 0n || points > 10_000n) return undefined
  return formatUnits((BigInt(amount) * (10_000n - points)) / 10_000n, decimals)
}
