import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'

/**
 * The visitor's country, as the operator's proxy says it.
 *
 * @param options.trustProxy whether there is such a proxy: anybody can send a header
 * @returns undefined where it is not known
 */
export function readCountry({
  gate: { countryHeader },
  trustProxy,
  readHeader,
}: {
  gate: OnrampConfig['gate']
  trustProxy: boolean
  readHeader: (name: string) => string | undefined
}): string | undefined {
  if (!countryHeader || !trustProxy) return undefined
  const country = readHeader(countryHeader)?.trim().toUpperCase()
  // `XX` and `T1` are Cloudflare's words for what it does not know, and for Tor.
  return country && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : undefined
}

/** @throws LatchkeyError `onramp_country_blocked` */
export function checkCountry({ allowedCountries, blockedCountries }: OnrampConfig['gate'], country?: string): void {
  const isAllowed = !allowedCountries || (country !== undefined && allowedCountries.includes(country))
  const isBlocked = country !== undefined && blockedCountries.includes(country)
  if (!isAllowed || isBlocked) throw new ServiceError('onramp_country_blocked')
}
