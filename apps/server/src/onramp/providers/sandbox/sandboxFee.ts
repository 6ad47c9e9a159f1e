import { formatUnits, parseUnits } from '@latchkey/protocol'

/** Millionths of a percent, so that a share such as 2.5 or 2.9 is an integer. */
const perPercent = 1_000_000
const whole = 100n * BigInt(perPercent)

/**
 * Returns a share of a payment in cents, rounded up.
 *
 * @param options.amount decimal text with two decimals at most
 * @example
 * sandboxFee({ amount: '100.00', percent: 2.5 }) // '2.50'
 */
export function sandboxFee({ amount, percent }: { amount: string; percent: number }): string {
  const cents = parseUnits(amount, 2)
  if (!cents.ok) throw new TypeError('an amount has two decimals at most')
  const share = cents.value * BigInt(Math.round(percent * perPercent))
  return formatUnits((share + whole - 1n) / whole, 2, { keepZeros: true })
}
