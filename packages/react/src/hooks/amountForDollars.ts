import { formatUnits, parseUnits } from '@latchkey/protocol'

/** Largest value of the last digit, in US dollars. */
const fineness = 0.001

/**
 * Returns how much of a token a sum of US dollars buys, rounded down to a tenth of a cent.
 *
 * @param options.dollars decimal text
 * @param options.price of one token, in US dollars
 * @param options.decimals of the token
 * @returns decimal text; undefined if no price is known, or if the sum is below one base unit
 * @example amountForDollars({ dollars: '5', price: 2990, decimals: 18 }) // '0.0016722'
 */
export function amountForDollars({
  dollars,
  price,
  decimals,
}: {
  dollars: string
  price: number | null
  decimals: number
}): string | undefined {
  if (price === null || !(price > 0) || !Number.isFinite(price)) return undefined
  // The price as a whole number of 15 digits, times a power of ten.
  const shift = 14 - Math.floor(Math.log10(price))
  const mantissa = BigInt(Math.round(price * 10 ** (shift / 2) * 10 ** (shift - shift / 2)))
  const scale = 40
  const sum = parseUnits(dollars, scale)
  const power = decimals + shift - scale
  if (!sum.ok || mantissa === 0n) return undefined
  const units =
    power < 0 ? sum.value / (mantissa * 10n ** BigInt(-power)) : (sum.value * 10n ** BigInt(power)) / mantissa
  const step = Math.min(fineness, Number(dollars) / 1000)
  const digits = Math.min(decimals, Math.max(0, Math.ceil(Math.log10(price / step))))
  const coarse = 10n ** BigInt(decimals - digits)
  const amount = (units / coarse) * coarse
  return amount === 0n ? undefined : formatUnits(amount, decimals)
}
