import { formatUnits, readMinimum } from '@latchkey/protocol'

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
  const minimum = readMinimum({ amount, slippage })
  return minimum === undefined ? undefined : formatUnits(minimum, decimals)
}
