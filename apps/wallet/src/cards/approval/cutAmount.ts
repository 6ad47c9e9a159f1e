import { shortDigits } from '@latchkey/protocol'

/**
 * Shortens an exact decimal text to the decimals that matter. It cuts and never rounds up, so that it promises no more than arrives.
 * An amount below one keeps its first two significant digits.
 *
 * @example cutAmount('1028.625540178391204482') // '1028.62'
 * @example cutAmount('0.000000001234') // '0.0000000012'
 */
export function cutAmount(text: string): string {
  const match = /^(\d+)\.(\d+)$/.exec(text)
  if (match === null) return text
  const [, whole = '0', fraction = ''] = match
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const places = /[1-9]/.test(whole) ? shortDigits(text) : Math.max(shortDigits(text), zeros + 2)
  return `${whole}.${fraction.slice(0, places)}`.replace(/\.?0+$/, '')
}
