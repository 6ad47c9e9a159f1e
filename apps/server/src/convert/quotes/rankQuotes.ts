import type { Quote } from '@latchkey/protocol/api'

/** Usd for one token, and its decimals. */
export type Worth = { price: number | null; decimals: number }

/**
 * The best first: by what comes out, less what the gas costs where both can be priced; else by what comes out alone.
 *
 * @param options.native of the native coin, which pays the gas
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
