import type { Money } from '@latchkey/protocol/api'

/**
 * An amount as a page shows it.
 *
 * @example formatMoney({ amount: '1200.00', currency: 'EUR' }) // '€1,200.00'
 */
export function formatMoney({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 })
  // As text, so that no digit of a long amount is lost.
  return format.format(amount as Intl.StringNumericLiteral)
}
