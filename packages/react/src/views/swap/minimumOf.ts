import { formatUnits, readMinimum } from '@latchkey/protocol'

/**
 * Returns the minimum received of a swap: the quote less the slippage, decimal text. Rounds up as the server does, so that the figure
 * matches the limit in the transaction.
 *
 * @param options.amount base units of the quote
 * @param options.slippage percent
 * @returns undefined while the slippage is not a number
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
