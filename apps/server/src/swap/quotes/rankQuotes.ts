import type { Quote } from '@latchkey/protocol/api'

/** Price of one token in USD, and its decimals. */
export type Worth = { price: number | null; decimals: number }

/**
 * Ranks quotes, the best first. It compares the outputs less their gas costs if both prices are known, else the outputs
 * alone.
 *
 * @param options.native price of the native token, which pays the gas
 */
export function rankQuotes({
  quotes,
  target,
  native,
}: {
  quotes: readonly Quote[]
  target: Worth | undefined
  native: Worth | undefined
}): Quote[] {
  const rate =
    target?.price && native?.price ? native.price / 10 ** native.decimals / (target.price / 10 ** target.decimals) : 0
  const netOf = ({ toAmount, gas, gasPrice }: Quote) => {
    const cost = Number(gas) * Number(gasPrice) * rate
    return BigInt(toAmount) - BigInt(Number.isFinite(cost) ? Math.round(cost) : 0)
  }
  return quotes
    .map((quote) => ({ quote, value: netOf(quote) }))
    .sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))
    .map(({ quote }) => quote)
}
