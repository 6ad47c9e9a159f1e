import { ServiceError } from '@latchkey/protocol/errors'
import type { OnrampConfig } from '../../platform/config/onrampConfig.ts'

/**
 * Reads the visitor's country from the header of the operator's proxy.
 *
 * @param options.trustProxy whether there is such a proxy, because any client can send a header
 * @returns undefined if unknown
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
  // `XX` and `T1` are Cloudflare's codes for an unknown country and for Tor.
  return country && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : undefined
}

/** @throws LatchkeyError `onramp_country_blocked` */
export function checkCountry({ allowedCountries, blockedCountries }: OnrampConfig['gate'], country?: string): void {
  const isAllowed = !allowedCountries || (country !== undefined && allowedCountries.includes(country))
  const isBlocked = country !== undefined && blockedCountries.includes(country)
  if (!isAllowed || isBlocked) throw new ServiceError('onramp_country_blocked')
}
