/**
 * Formats an exact decimal text with grouped thousands, without rounding or cutting.
 *
 * @example formatAmount('1250.5') // '1,250.5'
 */
export function formatAmount(text: string): string {
  return text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}

/**
 * Formats a decimal text with a maximum number of decimals. Cuts and never rounds up, because a balance must not look larger than it is.
 * Marks a value that is too small to show.
 *
 * @example cutAmount({ text: '1.23456789', places: 4 }) // '1.2345'
 * @example cutAmount({ text: '0.000001', places: 4 }) // '< 0.0001'
 */
export function cutAmount({ text, places }: { text: string; places: number }): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  const isNothing = /^0*$/.test(whole) && kept === ''
  if (isNothing && /[1-9]/.test(fraction)) return `< 0.${'0'.repeat(places - 1)}1`
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * Rounds a decimal text up to at most four significant digits after the leading zeros of its fraction. A cost that is labeled "at most"
 * must not be below the cost that can be paid.
 *
 * @example raiseAmount('0.000056041007845740') // '0.00005605'
 */
export function raiseAmount(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = Number(whole) === 0 ? fraction.search(/[1-9]/) : 0
  const places = Math.max(zeros, 0) + 4
  const scaled =
    BigInt(whole + fraction.slice(0, places).padEnd(places, '0')) + (/[1-9]/.test(fraction.slice(places)) ? 1n : 0n)
  const digits = scaled.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}
