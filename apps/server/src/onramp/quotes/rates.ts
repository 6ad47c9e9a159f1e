import { parseUnits } from '@latchkey/protocol'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'

/** Maximum number of decimals of a rate. */
export const rateDecimals = 8

/**
 * Returns USD for one unit of a currency, as an integer with {@link rateDecimals} decimals.
 *
 * @returns undefined for a currency without a rate, in which no payment is possible
 */
export function findRate(config: Pick<OnrampConfig, 'treasury'>, currency: string): bigint | undefined {
  if (currency === 'USD') return 10n ** BigInt(rateDecimals)
  const rate = config.treasury?.rates[currency]
  const parsed = rate === undefined ? undefined : parseUnits(rate, rateDecimals)
  return parsed?.ok && parsed.value > 0n ? parsed.value : undefined
}

/** Returns hundredths of USD for hundredths of a currency, rounded up, for limits. */
export function toUsdCents(cents: bigint, rate: bigint): bigint {
  const one = 10n ** BigInt(rateDecimals)
  return (cents * rate + one - 1n) / one
}
