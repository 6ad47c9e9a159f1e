import { shortDigits } from '@latchkey/protocol'

/**
 * An exact decimal text with as many decimals as are worth a look: cut, never rounded up, so that no more is promised than comes.
 * What is less than one keeps its first two digits that count.
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
