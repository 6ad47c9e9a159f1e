import { parseUnits } from '@latchkey/protocol'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'

/** Decimals that a rate may have. */
export const rateDecimals = 8

/**
 * Usd for one unit of a currency, as a whole number of {@link rateDecimals} decimals.
 *
 * @returns undefined for a currency without a rate: it cannot be paid in
 */
export function findRate(config: Pick<OnrampConfig, 'treasury'>, currency: string): bigint | undefined {
  if (currency === 'USD') return 10n ** BigInt(rateDecimals)
  const rate = config.treasury?.rates[currency]
  const parsed = rate === undefined ? undefined : parseUnits(rate, rateDecimals)
  return parsed?.ok && parsed.value > 0n ? parsed.value : undefined
}

/** Hundredths of a usd for hundredths of a currency, rounded up: so they count in limits. */
export function toUsdCents(cents: bigint, rate: bigint): bigint {
  const one = 10n ** BigInt(rateDecimals)
  return (cents * rate + one - 1n) / one
}
