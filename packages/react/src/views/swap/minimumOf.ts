import { formatUnits } from '@latchkey/protocol'

/**
 * What a swap gives at least: the quote less the slippage, rounded up as the server does it, so that what is shown is what the chain
 * enforces. Decimal text.
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
  const millionths = BigInt(Math.round(slippage * 10_000))
  if (millionths < 0n || millionths > 1_000_000n) return undefined
  return formatUnits((BigInt(amount) * (1_000_000n - millionths) + 999_999n) / 1_000_000n, decimals)
}
