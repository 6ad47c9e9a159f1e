/** Number of digits that are enough to judge a cost. */
const digits = 4

/**
 * Rounds an exact decimal text up to at most four significant digits after the leading zeros of its fraction. A cost that is labeled "at
 * most" must not be below the cost that can be paid.
 *
 * @example roundCostUp('0.000056041007845740') // '0.00005605'
 */
export function roundCostUp(text: string): string {
  const match = /^(\d+)\.(\d+)$/.exec(text)
  if (match === null) return text
  const [, whole = '0', fraction = ''] = match
  const zeros = /^0*$/.test(whole) ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const places = zeros + digits
  if (fraction.replace(/0+$/, '').length <= places) return `${whole}.${fraction}`.replace(/\.?0+$/, '')
  const up = (BigInt(whole + fraction.slice(0, places)) + 1n).toString().padStart(places + 1, '0')
  return `${up.slice(0, -places)}.${up.slice(-places)}`.replace(/\.?0+$/, '')
}
