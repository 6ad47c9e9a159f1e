/** Why {@link parseUnits} refuses a text. */
export type ParseUnitsIssue = 'malformed' | 'too-many-decimals'

/**
 * Converts a decimal text to base units, exactly and without floats.
 * Accepts digits with at most one `.`. Refuses signs, exponents, separators and more decimals than the token has.
 *
 * @param text the amount as typed, for example `1.5`
 * @param decimals the token's decimals, 0 to 255
 * @returns the base units, or the issue of the text
 * @example parseUnits('1.5', 6) // { ok: true, value: 1500000n }
 */
export function parseUnits(
  text: string,
  decimals: number,
): { ok: true; value: bigint } | { ok: false; issue: ParseUnitsIssue } {
  const match = /^(?:(\d+)(?:\.(\d*))?|\.(\d+))$/.exec(text)
  if (!match) return { ok: false, issue: 'malformed' }
  const whole = match[1] ?? '0'
  const fraction = match[2] ?? match[3] ?? ''
  if (fraction.length > decimals) {
    return /^0*$/.test(fraction.slice(decimals))
      ? { ok: true, value: BigInt(whole + fraction.slice(0, decimals)) }
      : { ok: false, issue: 'too-many-decimals' }
  }
  return { ok: true, value: BigInt(whole + fraction.padEnd(decimals, '0')) }
}

/**
 * Converts base units to a decimal text, exactly.
 *
 * @param value base units; may be negative
 * @param decimals the token's decimals
 * @param options.keepZeros keep trailing zeros, as `quantity.numeric` of a balance does (default false)
 * @example formatUnits(12500000n, 6) // '12.5'
 * @example formatUnits(12500000n, 6, { keepZeros: true }) // '12.500000'
 */
export function formatUnits(
  value: bigint,
  decimals: number,
  { keepZeros = false }: { keepZeros?: boolean } = {},
): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = keepZeros ? digits.slice(split) : digits.slice(split).replace(/0+$/, '')
  return `${sign}${digits.slice(0, split)}${fraction ? `.${fraction}` : ''}`
}
