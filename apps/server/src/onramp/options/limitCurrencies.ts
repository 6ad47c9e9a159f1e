import type { PaymentCurrency } from '@latchkey/protocol/api'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'
import { formatCents, toCents } from '../quotes/cents.ts'
import { findRate } from '../quotes/rates.ts'

/**
 * Restricts a provider's currencies to the limits of this server. Removes currencies without a rate, and payment methods
 * without an allowed amount.
 */
export function limitCurrencies(
  config: Pick<OnrampConfig, 'limits' | 'treasury'>,
  currencies: readonly PaymentCurrency[],
): PaymentCurrency[] {
  return currencies.flatMap(({ id, payment_method_limits }) => {
    if (findRate(config, id) === undefined) return []
    const limits = payment_method_limits.flatMap((theirs) => {
      const own = config.limits[theirs.id]
      const min = larger(toCents(theirs.min), toCents(own.min))
      const max = smaller(toCents(theirs.max), toCents(own.max))
      return min === undefined || max === undefined || min > max
        ? []
        : [{ id: theirs.id, min: formatCents(min), max: formatCents(max) }]
    })
    return limits.length > 0 ? [{ id, payment_method_limits: limits }] : []
  })
}

function larger(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return undefined
  return a > b ? a : b
}

function smaller(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return undefined
  return a < b ? a : b
}
