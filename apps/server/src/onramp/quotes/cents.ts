import { formatUnits, parseUnits } from '@latchkey/protocol'

/**
 * Parses an amount of a currency as hundredths.
 *
 * @returns undefined if it has more than two decimals, or is malformed
 * @example
 * toCents('12.5') // 1250n
 */
export function toCents(text: string): bigint | undefined {
  const parsed = parseUnits(text, 2)
  return parsed.ok ? parsed.value : undefined
}

/**
 * Formats hundredths of a currency with two decimals.
 *
 * @example
 * formatCents(1250n) // '12.50'
 */
export function formatCents(cents: bigint): string {
  return formatUnits(cents, 2, { keepZeros: true })
}
